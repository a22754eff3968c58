import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CopyButton } from "../../components/copy-button.tsx";
import { call, type Reply } from "../../lib/api.ts";

type Run = Reply<"GET /runs/:run">;

/** What can be done about a run, each with what it does. */
export function RunActions({ run }: { readonly run: Run }) {
  const { runId, state, canCancel, about } = run;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { run: runId };
  const refresh = () => queries.invalidateQueries({ queryKey: ["run", runId] });
  const cancel = useMutation({
    mutationFn: () => call("POST /runs/:run/cancel", { params }),
    onSettled: refresh,
  });
  const resume = useMutation({
    mutationFn: () => call("POST /runs/:run/resume", { params }),
    onSuccess: ({ runId: id }) => navigate({ to: "/runs/$run", params: { run: id } }),
    onSettled: refresh,
  });
  const isCutOff = state === "unfinished" || state === "interrupted";
  const problem = cancel.error ?? resume.error;
  return (
    <div className="btns push">
      {problem !== null && (
        <span className="t-fail small" role="alert">
          {problem.message}
        </span>
      )}
      {canCancel && (
        <button
          type="button"
          className="btn"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </button>
      )}
      {about.command !== undefined && (
        <CopyButton text={about.command.join(" ")}>Copy as command</CopyButton>
      )}
      {isCutOff && (
        <button
          type="button"
          className="btn primary"
          disabled={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume {run.totals.notRun} remaining
        </button>
      )}
    </div>
  );
}
