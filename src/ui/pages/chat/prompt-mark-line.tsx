import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import type { PromptMark } from "./asking-calls.ts";

interface MarkProps {
  readonly turn: number;
  /** The step that the changed call led to; undefined for the one that answered. */
  readonly at?: number | undefined;
  readonly mark: PromptMark | undefined;
}

/** Says between two steps that a model was told otherwise from here on, and leads to how. */
export function PromptMarkLine({ turn, at, mark }: MarkProps) {
  if (mark === undefined) return null;
  const place = `${turn + 1}-${at === undefined ? 0 : at + 1}`;
  return (
    <p className="prompt-mark">
      <strong className="chip">Prompt changed</strong>
      <span className="small muted">
        {mark.lines} of {plural(mark.of, "line")} of the instructions
      </span>
      <Link
        className="small push"
        to="."
        search={(before) => ({ ...before, step: place, pane: "request" })}
        replace
      >
        Show diff
      </Link>
    </p>
  );
}
