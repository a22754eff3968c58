import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CopyButton } from "../../components/copy-button.tsx";
import { NewRun } from "../../components/run-dialog/new-run.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import type { Baseline, Run } from "./use-run.ts";

interface RunActionsProps {
  readonly run: Run;
  readonly baseline: Baseline | undefined;
}

/** What can be done about a run, each with what it does. */
export function RunActions({ run, baseline }: RunActionsProps) {
  const { runId, state, canCancel, about, totals } = run;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { run: runId };
  const open = (id: string) => navigate({ to: "/runs/$run", params: { run: id } });
  const refresh = () => queries.invalidateQueries({ queryKey: ["run"] });
  const unwell = totals.failed + totals.notEvaluated - totals.notRun;
  const canRerun = state !== "running" && about.kind === "eval" && unwell > 0;
  const cancel = useMutation({
    mutationFn: () => call("POST /runs/:run/cancel", { params }),
    onSettled: refresh,
  });
  const resume = useMutation({
    mutationFn: () => call("POST /runs/:run/resume", { params }),
    onSuccess: ({ runId: id }) => open(id),
    onSettled: refresh,
  });
  const again = useMutation({
    mutationFn: () => call("POST /runs/:run/rerun", { params, body: {} }),
    onSuccess: ({ runId: id }) => open(id),
  });
  useKeys([{ keys: "R", does: "Re-run what failed", run: () => again.mutate(), isOff: !canRerun }]);
  const isCutOff = state === "unfinished" || state === "interrupted";
  const problem = cancel.error ?? resume.error ?? again.error;
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
          disabled={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate()}
        >
          {cancel.isSuccess ? "Asked to end" : "Cancel"}
        </button>
      )}
      {about.command !== undefined && (
        <CopyButton text={about.command.join(" ")}>Copy as command</CopyButton>
      )}
      {baseline?.runId !== undefined && (
        <Link className="btn" to="/compare" search={{ runs: `${baseline.runId},${runId}` }}>
          Compare with {baseline.name ?? baseline.shortId}
        </Link>
      )}
      <RerunOtherwise run={run} />
      {canRerun && (
        <button
          type="button"
          className={isCutOff ? "btn" : "btn primary"}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {again.isPending ? "Starting…" : `Re-run ${unwell} ${restWord(totals)}`}
          <span className="kbd" aria-hidden="true">
            R
          </span>
        </button>
      )}
      {isCutOff && (
        <button
          type="button"
          className="btn primary"
          disabled={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {resume.isPending ? "Starting…" : `Resume ${totals.notRun} remaining`}
        </button>
      )}
    </div>
  );
}

function restWord({ failed, notEvaluated, notRun }: Run["totals"]): string {
  if (notEvaluated === notRun) return "failed";
  return failed === 0 ? "not evaluated" : "not passed";
}

/** The same agent and sets, with whatever else is chosen. */
function RerunOtherwise({ run: { state, about } }: Pick<RunActionsProps, "run">) {
  if (state === "running" || about.kind !== "eval") return null;
  const setIds = about.sets.map(({ evalSetId }) => evalSetId);
  return <NewRun scope={{ agentName: about.agent.name, setIds }} words="Re-run…" keys="r" />;
}
