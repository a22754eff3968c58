import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import type { Reply } from "../../lib/api.ts";

interface TagDialogProps {
  readonly set: Pick<Reply<"GET /sets/:set">, "cases">;
  readonly names: readonly string[];
  readonly error: unknown;
  readonly onTag: (add: string[], remove: string[]) => void;
  readonly onClose: () => void;
}

/** Tags that the chosen cases get, and those that they lose. */
export function TagDialog({ set, names, error, onTag, onClose }: TagDialogProps) {
  const [text, setText] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const chosen = set.cases.filter(({ evalId }) => names.includes(evalId));
  const present = [...new Set(chosen.flatMap(({ tags }) => tags))];
  const add = text.split(/[\s,]+/).filter(Boolean);
  return (
    <Dialog
      title={`Tag ${names.length === 1 ? names[0] : `${names.length} cases`}`}
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onTag(add, [...removed]);
        }}
      >
        <label className="formrow">
          <span className="label">Add, with blanks between</span>
          <input
            className="val"
            data-first-focus=""
            value={text}
            placeholder="money refunds"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {present.length > 0 && (
          <fieldset className="formrow">
            <legend className="label">Take away</legend>
            {present.map((tag) => (
              <label key={tag} className="row">
                <input
                  type="checkbox"
                  checked={removed.includes(tag)}
                  onChange={({ target }) =>
                    setRemoved(
                      target.checked ? [...removed, tag] : removed.filter((each) => each !== tag),
                    )
                  }
                />
                <code>{tag}</code>
              </label>
            ))}
          </fieldset>
        )}
        <Refusal error={error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            disabled={add.length === 0 && removed.length === 0}
          >
            Save tags
          </button>
        </div>
      </form>
    </Dialog>
  );
}
