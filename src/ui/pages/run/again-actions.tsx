import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { numberText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { RefusedAction } from "./refused-action.tsx";
import type { Run } from "./use-run.ts";

/** Of a run that goes on no more: what is run again of it, and what it had not come to. */
export function AgainActions({ run }: { readonly run: Run }) {
  const { runId, about, totals, errored } = run;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { run: runId };
  const open = ({ runId: id }: { readonly runId: string }) =>
    navigate({ to: "/runs/$run", params: { run: id } });
  const resume = useMutation({
    mutationFn: () => call("POST /runs/:run/resume", { params }),
    onSuccess: open,
    onSettled: () => queries.invalidateQueries({ queryKey: ["run"] }),
  });
  const again = useMutation({
    mutationFn: (only: "errored" | undefined) =>
      call("POST /runs/:run/rerun", { params, body: only === undefined ? {} : { only } }),
    onSuccess: open,
  });
  const unwell = totals.failed + totals.notEvaluated - totals.notRun;
  const canRerun = about.kind === "eval" && unwell > 0;
  const isOpen = canGoOn(run);
  useKeys([
    { keys: "R", does: "Re-run what failed", run: () => again.mutate(undefined), isOff: !canRerun },
    { keys: "z", does: "Resume", run: () => resume.mutate(), isOff: !isOpen },
  ]);
  return (
    <>
      <RefusedAction error={resume.error ?? again.error} />
      {canRerun && errored > 0 && errored < unwell && (
        <button
          type="button"
          className="btn ghost"
          disabled={again.isPending}
          title="Only what threw, hung or was broken off"
          onClick={() => again.mutate("errored")}
        >
          Retry {errored} errored
        </button>
      )}
      {canRerun && (
        <button
          type="button"
          className={isOpen ? "btn" : "btn primary"}
          disabled={again.isPending}
          onClick={() => again.mutate(undefined)}
        >
          {again.isPending ? "Starting…" : `Re-run ${numberText(unwell)} ${restWord(totals)}`}
          <span className="kbd" aria-hidden="true">
            R
          </span>
        </button>
      )}
      {isOpen && (
        <button
          type="button"
          className="btn primary"
          disabled={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {resume.isPending ? "Starting…" : `Resume ${numberText(totals.notRun)} remaining`}
          <span className="kbd" aria-hidden="true">
            z
          </span>
        </button>
      )}
    </>
  );
}

/** Whether something of it is left that a resume would run. */
function canGoOn({ state, totals, decided, about }: Run): boolean {
  if (state === "unfinished" || state === "interrupted") return true;
  // what its gates decided needs no more cases
  const isHalted = state === "stopped-early" && decided === undefined;
  return isHalted && totals.notRun > 0 && about.kind === "eval";
}

function restWord({ failed, notEvaluated, notRun }: Run["totals"]): string {
  if (notEvaluated === notRun) return "failed";
  return failed === 0 ? "not evaluated" : "not passed";
}
