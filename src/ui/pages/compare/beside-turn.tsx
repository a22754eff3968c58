import type { ComparedTurn } from "../../../core/analysis/comparison.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { type WordPiece, wordDiff } from "../../lib/word-diff.ts";
import { BesideSteps } from "./beside-steps.tsx";
import { Letter } from "./letter.tsx";

interface BesideTurnProps {
  readonly turn: ComparedTurn;
  readonly at: number;
  readonly of: number;
  readonly statuses: readonly [a: State, b: State] | undefined;
}

/** One turn in both runs. Neither is the reference, so nothing is red: marks say what only one of them has. */
export function BesideTurn({ turn, at, of, statuses }: BesideTurnProps) {
  const { user, calls, answerA, answerB } = turn;
  return (
    <>
      {of > 1 && (
        <div className="bar">
          <h3>
            Turn {at + 1} of {of}
          </h3>
        </div>
      )}
      <div className="msg">
        <Icon name="user" />
        <p>{user ?? "The user said nothing."}</p>
      </div>
      <div className="traj beside">
        <div className="trajhead">
          <span />
          <span className="row">
            <Letter letter="A" />
            {at === 0 && statuses !== undefined && <Glyph state={statuses[0]} />}
          </span>
          <span />
          <span className="row">
            <Letter letter="B" />
            {at === 0 && statuses !== undefined && <Glyph state={statuses[1]} />}
          </span>
        </div>
        {calls.steps.length === 0 && <p className="fold">No tool was called in either.</p>}
        <BesideSteps steps={calls.steps} />
      </div>
      <div className="bar">
        <h3>Final answer</h3>
        <span className="small muted">{answerA === answerB ? "The same in both." : ""}</span>
      </div>
      <Answers a={answerA} b={answerB} />
    </>
  );
}

interface AnswersProps {
  readonly a: string | undefined;
  readonly b: string | undefined;
}

function Answers({ a, b }: AnswersProps) {
  const pieces = a === undefined || b === undefined ? undefined : wordDiff(a, b);
  return (
    <div className="answer words beside">
      <p>{pieces === undefined ? (a ?? "No answer.") : <Side pieces={pieces} side="expected" />}</p>
      <p>{pieces === undefined ? (b ?? "No answer.") : <Side pieces={pieces} side="actual" />}</p>
    </div>
  );
}

interface SideProps {
  readonly pieces: readonly WordPiece[];
  /** A stands where a reference would. */
  readonly side: "expected" | "actual";
}

function Side({ pieces, side }: SideProps) {
  return pieces.map((piece, place) => {
    const text = piece[side];
    if (piece.kind === "same" || text === "") return text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return <mark key={place}>{text}</mark>;
  });
}
