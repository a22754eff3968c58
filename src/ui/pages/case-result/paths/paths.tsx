import { Link } from "@tanstack/react-router";
import { Barcode } from "../../../components/plots/barcode.tsx";
import { percentText } from "../../../lib/words.ts";
import { type ShownCase, usePaths } from "../use-case.ts";
import { chancesOf } from "./pass-chances.tsx";

/** The different ways that the trials went, and how the case came out in the runs before. */
export function Paths({ shown }: { readonly shown: ShownCase }) {
  const { data } = usePaths(shown);
  if (data === undefined) return null;
  const { run, data: own } = shown;
  const { evalId, evalSetId: set, trial } = own.result;
  const { paths, before } = data;
  const failed = before.filter(({ status }) => status === "failed" || status === "errored").length;
  const ran = before.filter(({ status }) => status !== null).length;
  return (
    <>
      {own.trials > 1 && paths.length > 0 && (
        <section className="sect">
          <h2>
            Paths
            <Link
              className="push small"
              to="/runs/$run/cases/$evalId"
              params={{ run, evalId }}
              search={{ set, trial: trial + 1, paths: true }}
            >
              Draw them
            </Link>
          </h2>
          <p className="small muted">
            {paths.length === 1
              ? "Every trial called the same tools in the same order."
              : `${paths.length} different ways.`}{" "}
            {chanceText(own.row.trials)}
          </p>
          <ol className="paths">
            {paths.map((path, at) => (
              <li key={path.inTrials.join()}>
                <Link
                  to="/runs/$run/cases/$evalId"
                  params={{ run, evalId }}
                  search={{ set, trial: (path.inTrials[0] ?? 0) + 1 }}
                  aria-current={path.inTrials.includes(trial) ? "true" : undefined}
                  title={pathText(path.turns)}
                >
                  <strong>{letterOf(at)}</strong>
                  <span className="clip mono">{pathText(path.turns)}</span>
                  <span>
                    {path.trials}×, {path.passed} passed
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </section>
      )}
      {ran > 0 && (
        <section className="sect">
          <h2>Last {ran === 1 ? "run" : `${ran} runs`} before</h2>
          <span className="row">
            <span className="barbox" style={{ width: 7 * before.length }}>
              <Barcode
                label={`Failed ${failed} of the last ${ran} runs`}
                marks={before.map(({ status }) => status)}
              />
            </span>
            <span className="small muted">
              {failed === 0 ? "passed in all that evaluated it" : `failed ${failed} of ${ran}`}
            </span>
          </span>
        </section>
      )}
    </>
  );
}

/** Of as many as there were; one alone has no repeats. */
function chanceText(trials: Parameters<typeof chancesOf>[0]): string {
  const last = chancesOf(trials).at(-1);
  if (last === undefined || last.k < 2) return "";
  const { k, any, all } = last;
  return `pass@${k} ${percentText(any)}, pass^${k} ${percentText(all)}.`;
}

function letterOf(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${at + 1}`;
}

function pathText(turns: readonly (readonly string[])[]): string {
  const texts = turns.map((calls) => (calls.length === 0 ? "no call" : calls.join(" → ")));
  return texts.length === 0 ? "no turn was finished" : texts.join(" | ");
}
