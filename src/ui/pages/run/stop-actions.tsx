import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { RefusedAction } from "./refused-action.tsx";
import type { Run } from "./use-run.ts";

/** Of a run that goes on and was started here: what ends it for now, or at once. */
export function StopActions({ run: { runId, about } }: { readonly run: Run }) {
  const queries = useQueryClient();
  const params = { run: runId };
  const onSettled = () => queries.invalidateQueries({ queryKey: ["run"] });
  const pause = useMutation({
    mutationFn: () => call("POST /runs/:run/pause", { params }),
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => call("POST /runs/:run/cancel", { params }),
    onSettled,
  });
  const isAsked = pause.isPending || pause.isSuccess || cancel.isPending || cancel.isSuccess;
  const isEval = about.kind === "eval";
  useKeys([{ keys: "z", does: "Pause", run: () => pause.mutate(), isOff: !isEval || isAsked }]);
  return (
    <>
      <RefusedAction error={pause.error ?? cancel.error} />
      {isEval && (
        <button
          type="button"
          className="btn ghost"
          disabled={isAsked}
          title="Begins no new conversation. Those in flight end, and the rest can be resumed."
          onClick={() => pause.mutate()}
        >
          {pause.isSuccess ? "Pausing" : "Pause"}{" "}
          <span className="kbd wide" aria-hidden="true">
            z
          </span>
        </button>
      )}
      <button
        type="button"
        className="btn"
        disabled={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        {cancel.isSuccess ? "Asked to end" : "Cancel"}
      </button>
    </>
  );
}
