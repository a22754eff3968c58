import { useEffect, useRef, useState } from "react";
import { Keys } from "../../../components/keys/keys.tsx";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import { rightness } from "../../judge/rightness.ts";
import { useWriteLabel } from "../../judge/use-write-label.ts";
import type { Judged } from "../use-case.ts";

interface LabelAskProps {
  readonly metric: string;
  /** Of one turn: one, or one a rubric. */
  readonly answers: readonly Judged[];
  readonly of: {
    readonly run: string;
    readonly set: string;
    readonly case: string;
    readonly trial: number;
  };
  readonly onClose: () => void;
}

interface Last {
  readonly at: number;
  readonly label: Judged["label"] | null;
  readonly before: Judged["label"] | null;
}

/** The question to a person, one answer or rubric after the other; for as long as it is open, y and n answer it. */
export function LabelAsk({ metric, answers, of, onClose }: LabelAskProps) {
  const [at, setAt] = useState(0);
  const [last, setLast] = useState<Last>();
  const write = useWriteLabel(metric, of);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const place = Math.min(at, answers.length - 1);
  const answer = answers[place];
  function say(label: "pass" | "fail" | null): void {
    if (answer === undefined || write.isPending) return;
    const before = answer.label ?? null;
    write.mutate(
      { answer: answer.key, label },
      {
        onSuccess: () => {
          setLast({ at: place, label, before });
          setAt(Math.min(place + 1, answers.length - 1));
        },
      },
    );
  }
  function undo(): void {
    const key = last && answers[last.at]?.key;
    if (last === undefined || key === undefined || write.isPending) return;
    write.mutate(
      { answer: key, label: last.before ?? null },
      {
        onSuccess: () => {
          setLast(undefined);
          setAt(last.at);
        },
      },
    );
  }
  useKeys(
    [
      { keys: "y", does: "It is right", run: () => say("pass") },
      { keys: "n", does: "It is wrong", run: () => say("fail") },
      { keys: "u", does: "Take it back", run: undo, isOff: last === undefined },
      { keys: "Escape", does: "Leave it", run: onClose },
    ],
    "What the judge said",
  );
  if (answer === undefined) return null;
  const { rubric, label } = answer;
  return (
    <fieldset className="label-ask" aria-label="What do you say?">
      <p>
        <strong>{rubric === undefined ? "Is this answer right?" : "Does the rubric hold?"}</strong>{" "}
        {answers.length > 1 && (
          <span className="small muted">
            {place + 1} of {answers.length}
          </span>
        )}
      </p>
      {rubric !== undefined && <p>{rubric}</p>}
      <div className="btns">
        <button
          type="button"
          className="btn s"
          ref={first}
          aria-pressed={label === "pass"}
          onClick={() => say("pass")}
        >
          Right <Keys keys="y" />
        </button>
        <button
          type="button"
          className="btn s"
          aria-pressed={label === "fail"}
          onClick={() => say("fail")}
        >
          Wrong <Keys keys="n" />
        </button>
        {label !== undefined && (
          <button type="button" className="btn s ghost" onClick={() => say(null)}>
            Remove label
          </button>
        )}
        <button type="button" className="btn s ghost" onClick={onClose}>
          Done <Keys keys="Escape" />
        </button>
      </div>
      <p className="small muted" role="status">
        {last === undefined ? "" : saidText(last, answers[last.at], write.data?.path)}
      </p>
      {last !== undefined && (
        <button type="button" className="btn s ghost" onClick={undo}>
          Take it back <Keys keys="u" />
        </button>
      )}
    </fieldset>
  );
}

function saidText({ label }: Last, answer: Judged | undefined, path = "labels.jsonl"): string {
  if (label === null || label === undefined) return `The label is gone from ${path}.`;
  const judge = answer?.judge;
  const other =
    judge === undefined || judge === "no verdict"
      ? "the judge came to no verdict"
      : judge === label
        ? "and so does the judge"
        : `the judge says ${rightness[judge]}`;
  return `You say ${rightness[label]}, ${other}. It stands in ${path}.`;
}
