import { Link, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { countText, dollarsText } from "../../lib/amounts.ts";
import { secondsText } from "../../lib/words.ts";
import { Paths } from "./paths/paths.tsx";
import { StepMark } from "./step-mark.tsx";
import type { ShownCase } from "./use-case.ts";

const to = "/runs/$run/cases/$evalId";

/** Where you are in the conversation, and in its trials. */
export function Outline({ shown }: { readonly shown: ShownCase }) {
  return (
    <nav className="pane side" aria-label="Trials and turns">
      <Trials shown={shown} />
      <Turns shown={shown} />
      <Paths shown={shown} />
      <Took shown={shown} />
    </nav>
  );
}

function Trials({ shown: { run, data } }: { readonly shown: ShownCase }) {
  const { result, row, trials } = data;
  const { evalId, evalSetId: set, trial } = result;
  const { trace } = useSearch({ from: to });
  if (trials < 2) return null;
  const passed = row.trials.filter(({ status }) => status === "passed").length;
  return (
    <section className="sect">
      <h2>
        Trials{" "}
        <span className="push" aria-hidden="true">
          <span className="kbd">,</span> <span className="kbd">.</span>
        </span>
      </h2>
      <div className="repeats">
        {Array.from({ length: trials }, (_, place) => {
          const own = row.trials.find((each) => each.trial === place);
          const state = own === undefined ? "pending" : own.erred === true ? "errored" : own.status;
          return (
            <Link
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the trial's name
              key={place}
              to={to}
              params={{ run, evalId }}
              search={{ set, trial: place + 1, trace }}
              aria-current={place === trial ? "true" : undefined}
            >
              <Glyph state={state} />
              {place + 1}
            </Link>
          );
        })}
      </div>
      <p className="small muted">
        {passed} of {row.trials.length} passed
      </p>
    </section>
  );
}

function Turns({ shown: { run, data, turns, at } }: { readonly shown: ShownCase }) {
  const { evalId, evalSetId: set, trial } = data.result;
  const { trace } = useSearch({ from: to });
  const search = { set, trial: trial + 1, trace };
  return (
    <section className="sect turnlist flush">
      <h2>
        Turns{" "}
        <span className="push" aria-hidden="true">
          <span className="kbd">[</span> <span className="kbd">]</span>
        </span>
      </h2>
      <ul>
        {turns.map((turn, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the turn's name
          <li key={place}>
            <Link
              to={to}
              params={{ run, evalId }}
              search={{ ...search, turn: place + 1 }}
              aria-current={place === at ? "true" : undefined}
              title={turn.user}
            >
              <Glyph state={turn.state} />
              <span className="clip">
                {place + 1} “{turn.user}”
              </span>
              <span className="small faint" title="calls">
                {turn.calls.length}
              </span>
            </Link>
            {place === at && turn.steps !== undefined && (
              <ol>
                {turn.steps.map(
                  (step, stepAt) =>
                    step.kind !== "matched" && (
                      // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
                      <li key={stepAt}>
                        <Link
                          to={to}
                          params={{ run, evalId }}
                          search={{ ...search, turn: place + 1, step: stepAt + 1 }}
                        >
                          <StepMark kind={step.kind} />
                          <span className="clip">
                            {"expected" in step ? step.expected.name : step.actual.name}
                          </span>
                        </Link>
                      </li>
                    ),
                )}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is not known is left out. */
function Took({ shown: { data } }: { readonly shown: ShownCase }) {
  const { cost, latency, tokens, judging } = data.figures;
  const all = [
    ["cost", cost, dollarsText],
    ["latency", latency, secondsText],
    ["tokens", tokens, countText],
    ["judging", judging, dollarsText],
  ] as const;
  return (
    <section className="sect">
      <dl className="pairs narrowpairs">
        <div>
          <dt>took</dt>
          <dd>{secondsText(data.result.duration)}</dd>
        </div>
        {all.map(
          ([name, value, format]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{format(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
