import { useState } from "react";
import { Dialog } from "../dialog.tsx";
import { Refusal } from "../refusal.tsx";

interface QuarantineDialogProps {
  /** What is put there, such as `3 cases`. */
  readonly words: string;
  readonly error: unknown;
  readonly onQuarantine: (reason: string) => void;
  readonly onClose: () => void;
}

/** Nobody can end a quarantine of which nobody knows why it began, so the reason is asked first. */
export function QuarantineDialog({ words, error, onQuarantine, onClose }: QuarantineDialogProps) {
  const [reason, setReason] = useState("");
  const said = reason.trim();
  return (
    <Dialog
      title={`Quarantine ${words}`}
      lead="It stays in the set, and runs only where it is named."
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (said !== "") onQuarantine(said);
        }}
      >
        <label className="formrow">
          <span className="label">Why</span>
          <input
            className="val"
            data-first-focus=""
            value={reason}
            maxLength={500}
            placeholder="flaky since the API changed"
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <Refusal error={error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={said === ""}>
            Quarantine
          </button>
        </div>
      </form>
    </Dialog>
  );
}
