import { Link } from "@tanstack/react-router";
import { shellLine } from "../../../core/text/shell-word.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { NewRun } from "../../components/run-dialog/new-run.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { AgainActions } from "./again-actions.tsx";
import { StopActions } from "./stop-actions.tsx";
import type { Baseline, Run } from "./use-run.ts";

interface RunActionsProps {
  readonly run: Run;
  readonly baseline: Baseline | undefined;
  readonly isComing: boolean;
}

/** What can be done about a run, each with what it does. What comes last stands first, where it moves nothing. */
export function RunActions({ run, baseline, isComing }: RunActionsProps) {
  const { runId, state, canCancel, about } = run;
  return (
    <div className="btns push">
      {isComing && (
        <span className="btn coming" aria-hidden="true">
          Compare with 0000
        </span>
      )}
      {baseline?.runId !== undefined && (
        <Link className="btn" to="/compare" search={{ runs: `${baseline.runId},${runId}` }}>
          Compare with {baseline.name ?? baseline.shortId}
        </Link>
      )}
      {canCancel && (
        <Allowed needs="runner" isSilent>
          <StopActions run={run} />
        </Allowed>
      )}
      {about.command !== undefined && (
        <CopyButton text={shellLine(about.command)}>Copy as command</CopyButton>
      )}
      <RerunOtherwise run={run} />
      {state !== "running" && (
        <Allowed needs="runner" isSilent>
          <AgainActions run={run} />
        </Allowed>
      )}
    </div>
  );
}

/** The same agent and sets, with whatever else is chosen. */
function RerunOtherwise({ run: { state, about } }: Pick<RunActionsProps, "run">) {
  if (state === "running" || about.kind !== "eval") return null;
  const setIds = about.sets.map(({ evalSetId }) => evalSetId);
  return <NewRun scope={{ agentName: about.agent.name, setIds }} words="Re-run…" keys="r" />;
}
