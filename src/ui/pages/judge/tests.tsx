import { plural } from "../../../core/text/plural.ts";
import { Glyph } from "../../components/glyph.tsx";
import { percentText, scoreText, timeText } from "../../lib/words.ts";
import { Redteam } from "./redteam.tsx";
import type { ShownJudge } from "./shown-judge.ts";

/** What tests of this judge came to, each with its date. */
export function Tests({ shown }: { readonly shown: ShownJudge }) {
  return (
    <>
      <Redteam records={shown.redteams} />
      <ControlQuestions checks={shown.checks} />
      <Calibrations records={shown.calibrations} />
    </>
  );
}

function ControlQuestions({ checks }: Pick<ShownJudge, "checks">) {
  return (
    <div className="sect">
      <h2>Control questions</h2>
      {checks.length === 0 ? (
        <p className="small muted">
          None were asked: functions and models of <code>assay/testing</code> need not prove
          themselves, and <code>--judge_check off</code> asks nobody.
        </p>
      ) : (
        <ul className="red">
          {checks.map(({ record, at, detail, graded }) => (
            <li key={record} title={record}>
              <Glyph
                state={
                  graded === undefined
                    ? "not-evaluated"
                    : graded.status === "fit"
                      ? "passed"
                      : "failed"
                }
              />
              <span>
                {graded === undefined ? detail : `${graded.right} of ${graded.of} right`}
                {graded !== undefined && graded.wrong.length > 0 && (
                  <span className="small muted">
                    {" "}
                    wrong: {graded.wrong.map(({ id }) => id).join(", ")}
                  </span>
                )}
              </span>
              <small>{timeText(at)}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Calibrations({ records }: { readonly records: ShownJudge["calibrations"] }) {
  if (records.length === 0) return null;
  return (
    <div className="sect">
      <h2>Calibrated by command</h2>
      <ul className="red">
        {records.map(({ record, at, labels, calibration }) => {
          const { verdict, why, kappa, counts } = calibration;
          const agreed = counts.truePass + counts.trueFail;
          const all = agreed + counts.falseFail + counts.falsePass;
          const figure = kappa?.kappa == null ? "unknown" : scoreText(kappa.kappa);
          return (
            <li key={record} title={why}>
              <Glyph
                state={
                  verdict === "agrees"
                    ? "passed"
                    : verdict === "disagrees"
                      ? "failed"
                      : "not-evaluated"
                }
              />
              <span>
                Kappa {figure}
                {kappa != null && `, agrees with ${percentText(kappa.agreement)}`}{" "}
                <span className="small muted">
                  {plural(all, "label")} of {labels}
                </span>
              </span>
              <small>{timeText(at)}</small>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
