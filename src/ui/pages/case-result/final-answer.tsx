import { type WordPiece, wordDiff } from "../../lib/word-diff.ts";
import { type Claim, Claims } from "./claims.tsx";
import type { TurnView } from "./turn-diff.tsx";
import type { ShownTurn } from "./turns.ts";

interface FinalAnswerProps {
  readonly turn: ShownTurn;
  readonly claims: readonly Claim[];
  readonly view: TurnView | undefined;
}

/** What the agent answered beside what was expected, by words, or claim by claim where a judge looked at each. */
export function FinalAnswer({ turn, claims, view }: FinalAnswerProps) {
  const { expected, actual, isPartial } = turn;
  const isClaims = view?.isClaims === true && claims.length > 0;
  return (
    <>
      <div className="bar">
        <h2>Final answer</h2>
        <span className="small muted">
          {expected === undefined ? "There is no reference to compare it with." : ""}
          {isPartial && actual === undefined ? " The turn broke off before there was one." : ""}
        </span>
        {view !== undefined && claims.length > 0 && (
          <fieldset className="seg s push" aria-label="Answer">
            <button
              type="button"
              aria-pressed={!isClaims}
              onClick={() => view.show({ isClaims: false })}
            >
              Words
            </button>
            <button
              type="button"
              aria-pressed={isClaims}
              onClick={() => view.show({ isClaims: true })}
            >
              Claims
            </button>
          </fieldset>
        )}
      </div>
      {isClaims ? (
        <Claims claims={claims} />
      ) : (
        <Answers expected={expected} actual={actual} isUnified={view?.isUnified === true} />
      )}
    </>
  );
}

interface AnswersProps {
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly isUnified: boolean;
}

function Answers({ expected, actual, isUnified }: AnswersProps) {
  const pieces =
    expected === undefined || actual === undefined ? undefined : wordDiff(expected, actual);
  const isTooLong = pieces === undefined && expected !== undefined && actual !== undefined;
  return (
    <>
      {isTooLong && (
        <p className="small muted sect">The answers are too long to be compared by words.</p>
      )}
      <div className={isUnified ? "answer words unified" : "answer words"}>
        <p>{pieces === undefined ? (expected ?? "") : <Side pieces={pieces} side="expected" />}</p>
        <p>
          {pieces === undefined ? (actual ?? "No answer.") : <Side pieces={pieces} side="actual" />}
        </p>
      </div>
    </>
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
    return text === "" ? null : <Marked key={place} text={text} as={Mark} />;
  });
}

/** The space behind a word belongs to neither side. */
function Marked({ text, as: Mark }: { readonly text: string; readonly as: "del" | "ins" }) {
  const words = text.trimEnd();
  return (
    <>
      <Mark>{words}</Mark>
      {text.slice(words.length)}
    </>
  );
}
