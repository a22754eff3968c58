import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiProblem, call } from "../../lib/api.ts";
import { useConnection } from "../../lib/use-connection.ts";
import { CopyButton } from "../copy-button.tsx";
import { Estimate } from "./estimate.tsx";
import {
  isMeasured,
  type LaunchState,
  type Plan,
  type RunScope,
  requestOf,
} from "./launch-state.ts";
import { startWords } from "./launch-words.ts";

interface LaunchFootProps {
  readonly state: LaunchState;
  readonly scope: RunScope;
  readonly plan: Plan | undefined;
  readonly error: Error | null;
  readonly onClose: () => void;
}

/** What it takes, and the button that begins it. */
export function LaunchFoot({ state, scope, plan, error, onClose }: LaunchFootProps) {
  const connection = useConnection();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => call("POST /runs", { body: requestOf(state, scope, plan) }),
    onSuccess: ({ runId }) => {
      onClose();
      void navigate({ to: "/runs/$run", params: { run: runId } });
    },
  });
  const canStart =
    isWhole(state, plan) && error === null && connection === "connected" && !start.isPending;
  return (
    <footer className="foot">
      <Estimate plan={plan} budget={state.budget} />
      <div className="btns">
        <button type="button" className="btn ghost" onClick={onClose}>
          Cancel <kbd className="kbd">Esc</kbd>
        </button>
        <CopyButton text={plan?.command ?? ""}>Copy as command</CopyButton>
        <button
          type="button"
          className="btn primary"
          disabled={!canStart}
          onClick={() => start.mutate()}
        >
          {start.isPending ? "Starting" : startWords(plan)}
        </button>
      </div>
      <Note problem={start.error ?? error} basis={plan?.estimate.basis} />
    </footer>
  );
}

/** Whether there is something to run and something to measure it by. */
function isWhole(state: LaunchState, plan: Plan | undefined): boolean {
  if (plan === undefined || plan.cases === 0) return false;
  return plan.metrics.some((metric) => isMeasured(metric, state));
}

interface NoteProps {
  readonly problem: Error | null;
  readonly basis: string | undefined;
}

function Note({ problem, basis }: NoteProps) {
  if (problem === null) return <p className="small muted">{basis}</p>;
  const hint = problem instanceof ApiProblem ? problem.hint : undefined;
  return (
    <p className="t-fail" role="alert">
      {problem.message} {hint}
    </p>
  );
}
