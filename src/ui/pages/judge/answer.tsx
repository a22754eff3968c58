import { Link } from "@tanstack/react-router";
import { type WordPiece, wordDiff } from "../../lib/word-diff.ts";
import { timeText } from "../../lib/words.ts";
import { rightness, tallyText } from "./rightness.ts";
import type { ShownAnswer } from "./shown-judge.ts";

interface AnswerProps {
  readonly answer: ShownAnswer;
  readonly metric: string;
}

/** One answer as the judge saw it, and what the judge said, once a person has said something too. */
export function Answer({ answer, metric }: AnswerProps) {
  const { evalSetId, evalId, runId, trial, turn, user, reference, rubric, label } = answer;
  const pieces = reference === undefined ? undefined : wordDiff(reference, answer.answer);
  return (
    <>
      <div className="sect">
        <h2>
          <code className="clip">{evalId}</code>
          {turn > 0 && <span className="small muted">turn {turn + 1}</span>}
          <Link
            className="push small"
            to="/runs/$run/cases/$evalId"
            params={{ run: runId, evalId }}
            search={{ set: evalSetId, trial: trial + 1, turn: turn + 1, metric }}
          >
            Open case
          </Link>
        </h2>
        <dl className="qa">
          <dt>user</dt>
          <dd>{user === "" ? <span className="faint">said nothing</span> : user}</dd>
          {reference !== undefined && (
            <>
              <dt>reference</dt>
              <dd className="words">
                {pieces === undefined ? reference : <Side pieces={pieces} side="expected" />}
              </dd>
            </>
          )}
          {rubric !== undefined && (
            <>
              <dt>rubric</dt>
              <dd>{rubric}</dd>
            </>
          )}
          <dt>answer</dt>
          <dd className="words">
            {answer.answer === "" ? (
              <span className="faint">no answer</span>
            ) : pieces === undefined ? (
              answer.answer
            ) : (
              <Side pieces={pieces} side="actual" />
            )}
          </dd>
        </dl>
      </div>
      {label !== undefined && (
        <div className="sect">
          <dl className="qa">
            <JudgeSaid answer={answer} />
            <dt>label</dt>
            <dd>
              {rightness[label.label]}{" "}
              <span className="small muted">
                {label.at === undefined ? `line ${label.line}` : timeText(label.at)}
              </span>
            </dd>
          </dl>
        </div>
      )}
    </>
  );
}

function JudgeSaid({ answer }: { readonly answer: ShownAnswer }) {
  const { judge, votes, rationale, why } = answer;
  const words = judge === "no verdict" ? "no verdict" : rightness[judge];
  const marks =
    votes === undefined ? [] : [...Array(votes.pass).fill("p"), ...Array(votes.fail).fill("f")];
  return (
    <>
      <dt>judge</dt>
      <dd>
        <span className="row">
          {marks.length > 0 && (
            <span className="votes" aria-hidden="true">
              {marks.map((kind, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: votes have no other name than their place
                <i key={at} className={kind} />
              ))}
            </span>
          )}
          {words}
          {votes !== undefined && `, ${tallyText(votes, judge)}`}
          {votes !== undefined && votes.unusable > 0 && `, ${votes.unusable} could not be used`}
        </span>
      </dd>
      {(rationale ?? why) !== undefined && (
        <>
          <dt>why</dt>
          <dd className="muted">{rationale === undefined ? why : `“${rationale}”`}</dd>
        </>
      )}
    </>
  );
}

interface SideProps {
  readonly pieces: readonly WordPiece[];
  readonly side: "expected" | "actual";
}

function Side({ pieces, side }: SideProps) {
  const Mark = side === "expected" ? "del" : "ins";
  return pieces.map((piece, place) => {
    const text = piece[side];
    if (piece.kind === "same") return text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return text === "" ? null : <Mark key={place}>{text}</Mark>;
  });
}
