import { beforeCases } from "../../core/calls/preflight.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { PlannedScoring } from "./plan-scoring.ts";
import { newRunId } from "./run-prepared.ts";
import { type ScoringRun, scoreRun } from "./score-run.ts";

interface RunScoringOptions extends Omit<ScoringRun, "firstCalls" | "runId" | "endsAll"> {
  /** Hears under which id it runs, once nothing stands against it any more. */
  readonly onRun?: ((runId: string) => void) | undefined;
  /** Hears what is waited for before it begins. */
  readonly onWaiting?: ((what: string) => void) | undefined;
}

/** Scores saved conversations by a plan, or the rest of them: what `runPrepared` is for a run with an agent. */
export async function runScoring(
  planned: PlannedScoring,
  { onRun, onWaiting, ...run }: RunScoringOptions,
): Promise<RunSummary> {
  const runId = run.stopped?.runId ?? newRunId();
  const firstCalls = await planned.registry?.preflight({
    finished: run.stopped?.calls.get(keyOf(beforeCases)),
    signal: run.stop,
    onWaiting,
  });
  onRun?.(runId);
  return await scoreRun({ ...planned, ...run, runId, firstCalls });
}
