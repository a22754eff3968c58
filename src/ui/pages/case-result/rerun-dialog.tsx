import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { call } from "../../lib/api.ts";
import type { ShownCase } from "./use-case.ts";

/** As many as a run takes. */
const MOST = 1000;

interface RerunDialogProps {
  readonly shown: Pick<ShownCase, "run" | "data">;
  readonly onClose: () => void;
}

/** The case once more, so often as is asked for; one press of Enter runs it as often as before. */
export function RerunDialog({ shown: { run, data }, onClose }: RerunDialogProps) {
  const { evalId, evalSetId } = data.result;
  const [text, setText] = useState(`${data.trials}`);
  const trials = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const isCount = trials >= 1 && trials <= MOST;
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () =>
      call("POST /runs/:run/rerun", {
        params: { run },
        body: { cases: [{ set: evalSetId, case: evalId }], trials },
      }),
    onSuccess: ({ runId }) => navigate({ to: "/runs/$run", params: { run: runId } }),
  });
  return (
    <Dialog
      title={`Re-run ${evalId}`}
      lead="With the agent and the eval set as they are now, and what this run asked for. It is a run of its own."
      className="rerun"
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isCount && !again.isPending) again.mutate();
        }}
      >
        <div className="formrow">
          <label htmlFor="rerun-trials">Trials</label>
          <input
            id="rerun-trials"
            className="val"
            type="number"
            min={1}
            max={MOST}
            step={1}
            required
            data-first-focus
            aria-invalid={!isCount}
            aria-describedby="rerun-about"
            value={text}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setText(target.value)}
          />
          <p className="small muted" id="rerun-about">
            {isCount ? conversationsText(trials) : `A whole number from 1 to ${MOST}.`}
          </p>
        </div>
        <Refusal error={again.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={!isCount || again.isPending}>
            {again.isPending ? "Starting…" : isCount && trials > 1 ? `Re-run ×${trials}` : "Re-run"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function conversationsText(trials: number): string {
  return trials === 1
    ? "One conversation. More of them tell a flake from a failure."
    : `${trials} conversations of this case.`;
}
