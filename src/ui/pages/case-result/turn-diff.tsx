import { Icon } from "../../components/icon.tsx";
import { type WordPiece, wordDiff } from "../../lib/word-diff.ts";
import { Calls, Step } from "./step.tsx";
import type { ShownTurn } from "./turns.ts";

interface TurnDiffProps {
  readonly turn: ShownTurn;
  readonly at: number;
  readonly of: number;
}

/** One turn: the user's words, every call beside the one that was expected, and both answers. */
export function TurnDiff({ turn, at, of }: TurnDiffProps) {
  const { user, steps, calls, expected, actual, isPartial, hasExpected } = turn;
  return (
    <>
      <div className="bar">
        <h2>
          Turn {at + 1} of {of}
        </h2>
        <span className="small muted">{countsText(turn)}</span>
      </div>
      <div className="msg">
        <Icon name="user" />
        <p>{user}</p>
      </div>
      {calls.length > 0 && (
        <div className="traj">
          <div className="trajhead">
            <span />
            <span>{hasExpected ? "Expected" : "Nothing was said of calls"}</span>
            <span />
            <span>Actual</span>
          </div>
          {steps?.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
            <Step key={place} step={step} at={place} />
          ))}
          {steps === undefined &&
            calls.map((pair, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place
              <Calls key={place} pair={pair} at={place} />
            ))}
        </div>
      )}
      <div className="bar">
        <h2>Final answer</h2>
        <span className="small muted">
          {expected === undefined ? "There is no reference to compare it with." : ""}
          {isPartial && actual === undefined ? " The turn broke off before there was one." : ""}
        </span>
      </div>
      <Answers expected={expected} actual={actual} />
    </>
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

interface AnswersProps {
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

function Answers({ expected, actual }: AnswersProps) {
  const pieces =
    expected === undefined || actual === undefined ? undefined : wordDiff(expected, actual);
  return (
    <div className="answer words">
      <p>{pieces === undefined ? (expected ?? "") : <Side pieces={pieces} side="expected" />}</p>
      <p>
        {pieces === undefined ? (actual ?? "No answer.") : <Side pieces={pieces} side="actual" />}
      </p>
    </div>
  );
}

interface SideProps {
  readonly pieces: readonly WordPiece[];
  readonly side: "expected" | "actual";
}

/** What only one side has is marked there; the other side says nothing of it. */
function Side({ pieces, side }: SideProps) {
  const Mark = side === "expected" ? "del" : "ins";
  return pieces.map((piece, place) => {
    const text = piece[side];
    if (piece.kind === "same") return text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return text === "" ? null : <Mark key={place}>{text}</Mark>;
  });
}
