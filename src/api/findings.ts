import { clusterFailures } from "../analysis/clusters/cluster-failures.ts";
import type { FailureClusters } from "../analysis/clusters/failure-clusters.ts";
import { attributionFold } from "../analysis/faults/attribute-failures.ts";
import type { Attributions } from "../analysis/faults/fault.ts";
import type { CaseRow } from "../core/folds/case-row.ts";
import { conversationsOf, type RunResult } from "./run-result.ts";

type FinishedRun = Pick<RunResult, "runId" | "about" | "totals" | "cases" | "trials">;

/**
 * Which failures of a run are one failure: by the kind of difference, the tool and its arguments, the metric, the reason, and
 * by what was said about them. No model is asked, and no order of the cases changes the answer.
 *
 * @example (await clusters(run)).clusters[0]?.name // "set_light: on is wrong"
 */
export function clusters(run: FinishedRun): Promise<FailureClusters> {
  const conversations = conversationsOf(run);
  const { runId, about, totals } = run;
  const startedAt = conversations[0]?.startedAt ?? "";
  return clusterFailures(
    { runId, startedAt, about, totals, cases: rowsOf(run) },
    async function* () {
      yield* conversations;
    },
  );
}

/**
 * Whose doing it was that cases did not pass: the agent's, the simulated user's or environment's, the judge's, that of the
 * infrastructure or of the eval set. By rule, with the evidence in words; where that is doubtful, it was the agent's.
 */
export function attributeFailures(run: FinishedRun): Attributions {
  const fold = attributionFold({ about: run.about, cases: rowsOf(run) });
  for (const result of conversationsOf(run)) fold.add(result);
  return fold.attributions();
}

function rowsOf({ cases }: FinishedRun): readonly CaseRow[] {
  return cases.map(({ evalSetId, evalId, status, flaky, reason, trials }) => ({
    evalSetId,
    evalId,
    index: trials[0]?.index ?? 0,
    status,
    flaky,
    trials: trials.length,
    trialsPassed: trials.filter((trial) => trial.status === "passed").length,
    trialStatuses: trials.toSorted((a, b) => a.trial - b.trial).map((trial) => trial.status),
    reason,
  }));
}
