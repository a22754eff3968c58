import type { DraftArg, DraftStep, DraftTurn } from "../../../core/capture/draft-case.ts";
import type { ArgMatcher } from "../../../core/case-settings.ts";
import { plural } from "../../../core/text/plural.ts";
import { MatcherPick } from "./matcher-pick.tsx";

interface CaptureTurnProps {
  readonly turn: DraftTurn;
  readonly at: number;
  readonly isKept: boolean;
  onRange(isKept: boolean): void;
  onStep(step: number, next: DraftStep): void;
}

/** A turn of the case: what was said, the calls that are expected, and how each argument is compared. */
export function CaptureTurn({ turn, at, isKept, onRange, onStep }: CaptureTurnProps) {
  const { user, answer, steps } = turn;
  return (
    <section className={`capture-turn${isKept ? "" : " out"}`}>
      <label className="fold">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => onRange(target.checked)}
        />
        <strong>Turn {at + 1}</strong>
        <span className="clip">
          {isKept ? plural(steps.filter((step) => step.isKept).length, "step") : "not captured"}
        </span>
      </label>
      {isKept && (
        <>
          <p className="ask">
            <span>user</span>
            <span>{user}</span>
          </p>
          {steps.length > 0 && (
            <table className="mt" aria-label={`Expected steps of turn ${at + 1}`}>
              <tbody>
                {steps.map((step, place) => (
                  <Step
                    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the step's name
                    key={place}
                    step={step}
                    place={place}
                    onChange={(next) => onStep(place, next)}
                  />
                ))}
              </tbody>
            </table>
          )}
          <p className="ask">
            <span>reference</span>
            <span>{answer ?? <em className="faint">none</em>}</span>
          </p>
        </>
      )}
    </section>
  );
}

interface StepProps {
  readonly step: DraftStep;
  readonly place: number;
  onChange(next: DraftStep): void;
}

function Step({ step, place, onChange }: StepProps) {
  const { tool, args, isKept, why } = step;
  const keep = (
    <input
      type="checkbox"
      aria-label={`Expect ${tool}, step ${place + 1}`}
      checked={isKept}
      onChange={({ target }) => onChange({ ...step, isKept: target.checked })}
    />
  );
  if (!isKept || args.length === 0) {
    return (
      <tr className={`first${isKept ? "" : " drop"}`}>
        <td>{keep}</td>
        <th scope="row">{tool}</th>
        <td colSpan={3}>
          {isKept ? "no arguments" : `left out${why === undefined ? "" : `: ${why}`}`}
        </td>
      </tr>
    );
  }
  function change(at: number, matcher: ArgMatcher | undefined): void {
    const changed = { ...(args[at] as DraftArg), matcher, why: "chosen here" };
    onChange({ ...step, args: args.with(at, changed) });
  }
  return args.map((arg, at) => (
    <tr key={arg.name} className={at === 0 ? "first" : undefined}>
      <td>{at === 0 && keep}</td>
      {at === 0 ? <th scope="row">{tool}</th> : <td />}
      <td title={`Recorded: ${JSON.stringify(arg.value)}`}>
        <em>{arg.name}:</em> {JSON.stringify(arg.value)}
      </td>
      <td>
        <MatcherPick
          label={`${tool}, ${arg.name}`}
          arg={arg}
          onChange={(matcher) => change(at, matcher)}
        />
      </td>
      <td>{arg.why}</td>
    </tr>
  ));
}
