import { Icon } from "../../components/icon.tsx";
import { useSoon } from "../../lib/use-soon.ts";
import type { Claim } from "./claims.tsx";
import { FinalAnswer } from "./final-answer.tsx";
import { Calls } from "./step.tsx";
import { Steps } from "./steps.tsx";
import type { ShownTurn } from "./turns.ts";

interface TurnDiffProps {
  readonly turn: ShownTurn;
  readonly at: number;
  readonly of: number;
  /** Sentences of the answer that a judge looked at. */
  readonly claims?: readonly Claim[] | undefined;
  /** How it is shown, and how that is changed; beside each other and by words where nobody can. */
  readonly view?: TurnView | undefined;
}

export interface TurnView {
  readonly isUnified: boolean;
  readonly isClaims: boolean;
  /** The step that is looked at, from 1. */
  readonly step: number | undefined;
  select(step: number): void;
  show(next: Partial<Pick<TurnView, "isUnified" | "isClaims">>): void;
}

/** One turn: the user's words, every call beside the one that was expected, and both answers. */
export function TurnDiff({ turn, at, of, claims = [], view }: TurnDiffProps) {
  const { user, steps, calls, hasExpected, isPartial, isUnreached } = turn;
  const soon = useSoon(calls.length);
  const isUnified = view?.isUnified === true;
  const unified = isUnified ? " unified" : "";
  return (
    <>
      <div className="bar">
        <h2>
          Turn {at + 1} of {of}
        </h2>
        <span className="small muted">{countsText(turn)}</span>
        {view !== undefined && <DiffMode view={view} />}
      </div>
      <div className="msg">
        <Icon name="user" />
        <p>{user}</p>
      </div>
      {isUnreached && (
        <p className="note">
          <span>The conversation ended before this turn. What is shown is what was expected.</span>
        </p>
      )}
      {isPartial && (
        <p className="note warn">
          <span>
            This turn broke off before it had ended. What is shown is what had been recorded.
          </span>
        </p>
      )}
      {calls.length > 0 && (
        <div className={`traj${unified}`}>
          <div className="trajhead">
            <span />
            <span>{hasExpected ? "Expected" : "Nothing was said of calls"}</span>
            <span />
            <span>Actual</span>
          </div>
          {steps !== undefined && (
            <Steps steps={steps} current={view?.step} onSelect={view?.select} />
          )}
          {steps === undefined &&
            calls.slice(0, soon).map((pair, place) => (
              <Calls
                // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place
                key={place}
                pair={pair}
                at={place}
                isCurrent={view?.step === place + 1}
                onSelect={view?.select}
              />
            ))}
        </div>
      )}
      <FinalAnswer turn={turn} claims={claims} view={view} />
    </>
  );
}

function DiffMode({ view: { isUnified, show } }: { readonly view: TurnView }) {
  return (
    <fieldset className="seg s push wide" aria-label="Diff">
      <button type="button" aria-pressed={!isUnified} onClick={() => show({ isUnified: false })}>
        Split
      </button>
      <button type="button" aria-pressed={isUnified} onClick={() => show({ isUnified: true })}>
        Unified
      </button>
    </fieldset>
  );
}

function countsText({ steps, calls, hasExpected }: ShownTurn): string {
  if (steps === undefined) {
    const made = calls.filter(({ actual }) => actual !== undefined).length;
    const wanted = calls.filter(({ expected }) => expected !== undefined).length;
    return hasExpected ? `${wanted} expected, ${made} made` : `${made} made`;
  }
  const counts = Object.entries(kinds).flatMap(([kind, word]) => {
    const count = steps.filter((step) => step.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return counts.join(", ");
}

const kinds = {
  matched: "match",
  changed: "changed",
  missing: "missing",
  extra: "extra",
  moved: "moved",
};
