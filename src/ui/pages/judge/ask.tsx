import { Keys } from "../../components/keys/keys.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { useLack } from "../../lib/use-me.ts";
import { rightness } from "./rightness.ts";
import type { ShownAnswer } from "./shown-judge.ts";
import type { Labelling } from "./use-label.ts";

interface AskProps {
  readonly answer: ShownAnswer;
  readonly place: number;
  readonly of: number;
  readonly labelling: Labelling;
}

/** The question to a person. What the judge said is kept back until they have said something. */
export function Ask({ answer, place, of, labelling }: AskProps) {
  const { last, say, skip, undo, isWriting } = labelling;
  const given = answer.label?.label;
  const lack = useLack("editor");
  return (
    <div className="judge-ask">
      <p>
        <strong>
          {answer.rubric === undefined ? "Is this answer right?" : "Does the rubric hold?"}
        </strong>{" "}
        <span className="small muted">
          {place} of {of}
        </span>
      </p>
      <Allowed needs="editor">{null}</Allowed>
      <div className="btns">
        <button
          type="button"
          className="btn"
          aria-pressed={given === "pass"}
          disabled={isWriting || lack !== undefined}
          onClick={() => say(answer, "pass")}
        >
          Right <Keys keys="y" />
        </button>
        <button
          type="button"
          className="btn"
          aria-pressed={given === "fail"}
          disabled={isWriting || lack !== undefined}
          onClick={() => say(answer, "fail")}
        >
          Wrong <Keys keys="n" />
        </button>
        <button type="button" className="btn ghost" onClick={() => skip(answer)}>
          Skip <Keys keys="s" />
        </button>
        {given !== undefined && (
          <button
            type="button"
            className="btn ghost"
            disabled={isWriting}
            onClick={() => say(answer, null)}
          >
            Remove label
          </button>
        )}
      </div>
      <p className="small muted" role="status">
        {last === undefined || last.label === null ? (
          "On answers without a label the judge’s view stays hidden until you decide."
        ) : (
          <>
            <code>{last.answer.evalId}</code>: you say {rightness[last.label]},{" "}
            {last.answer.judge === "no verdict"
              ? "the judge came to no verdict."
              : last.answer.judge === last.label
                ? "and so does the judge."
                : `the judge says ${rightness[last.answer.judge]}.`}
          </>
        )}
      </p>
      {last !== undefined && (
        <button type="button" className="btn s ghost" disabled={isWriting} onClick={undo}>
          Take it back <Keys keys="u" />
        </button>
      )}
    </div>
  );
}
