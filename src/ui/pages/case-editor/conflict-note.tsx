import { Glyph } from "../../components/glyph.tsx";
import type { Draft } from "./use-draft.ts";

interface ConflictNoteProps {
  readonly draft: Draft;
  readonly isGone: boolean;
  readonly onKeep: () => void;
}

/** Somebody else changed this case in the file while it is edited: nothing is overwritten before somebody says so. */
export function ConflictNote({ draft: { conflict, edits }, isGone, onKeep }: ConflictNoteProps) {
  if (isGone) {
    return (
      <div className="note warn" role="alert">
        <Glyph state="errored" isSilent />
        <span>
          <strong>This case is no longer in the file.</strong> It was renamed or deleted. What is on
          screen is kept.
        </span>
        <div className="btns push">
          <button type="button" className="btn s" onClick={onKeep}>
            Add it again
          </button>
        </div>
      </div>
    );
  }
  if (conflict === undefined) return null;
  const { parts, takeTheirs, keepMine, takeBoth } = conflict;
  return (
    <div className="note warn" role="alert">
      <Glyph state="errored" isSilent />
      <span>
        <strong>Changed on disk.</strong> Another program changed {parts.join(", ")}. Your edits
        {edits.length === 0 ? "" : ` of ${edits.join(", ")}`} are kept
        {takeBoth === undefined ? "; they touch the same." : "; they touch other parts."}
      </span>
      <div className="btns push">
        <button type="button" className="btn s ghost" onClick={takeTheirs}>
          Take theirs
        </button>
        <button type="button" className="btn s" onClick={keepMine}>
          Keep mine
        </button>
        {takeBoth !== undefined && (
          <button type="button" className="btn s" onClick={takeBoth}>
            Take both
          </button>
        )}
      </div>
    </div>
  );
}
