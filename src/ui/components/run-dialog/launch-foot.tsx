import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiProblem } from "../../lib/api.ts";
import { useConnection } from "../../lib/use-connection.ts";
import { CopyButton } from "../copy-button.tsx";
import { AgentProblems } from "./agent-problems.tsx";
import { Estimate } from "./estimate.tsx";
import {
  isMeasured,
  type LaunchState,
  type Plan,
  type RunScope,
  requestOf,
} from "./launch-state.ts";
import { startWords } from "./launch-words.ts";
import { NotBegun } from "./not-begun.tsx";
import { startAll, whereTo } from "./start-all.ts";

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
  const many = state.variants.length;
  const request = requestOf(state, scope, plan);
  const start = useMutation({
    mutationFn: startAll,
    onSuccess: (runs) => {
      const begun = runs.flatMap(({ runId }) => runId ?? []);
      // those that did not begin are told here
      if (begun.length < runs.length) return;
      onClose();
      void navigate(whereTo(begun));
    },
  });
  // those that began would begin again
  const isDone = start.isSuccess && JSON.stringify(start.variables) === JSON.stringify(request);
  const canStart =
    isWhole(state, plan) &&
    error === null &&
    connection === "connected" &&
    !start.isPending &&
    !isDone;
  return (
    <footer className="foot">
      <Estimate plan={plan} budget={state.budget} many={many} />
      <div className="btns">
        <button type="button" className="btn ghost" onClick={onClose}>
          Cancel <kbd className="kbd">Esc</kbd>
        </button>
        <CopyButton text={plan?.command ?? ""}>Copy as command</CopyButton>
        <button
          type="button"
          className="btn primary"
          disabled={!canStart}
          onClick={() => start.mutate(request)}
        >
          {start.isPending ? "Starting" : startWords(plan, many)}
        </button>
      </div>
      <AgentProblems problems={plan?.agentProblems ?? []} />
      {start.data !== undefined && <NotBegun runs={start.data} onOpen={onClose} />}
      <Note problem={start.error ?? error} basis={plan?.estimate.basis} />
    </footer>
  );
}

/** Whether there is something to run and something to measure it by. */
function isWhole(state: LaunchState, plan: Plan | undefined): boolean {
  if (plan === undefined || plan.cases === 0 || state.variants.length === 0) return false;
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
