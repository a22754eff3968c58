import { textOf } from "../../core/content.ts";
import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { reasonWords } from "../../core/text/reason-words.ts";
import type { FailureCause } from "./failure-cause.ts";
import type { ClusterExample } from "./failure-clusters.ts";

/** What of a conversation shows its cause. */
export function clusterExample(result: CaseResult, cause: FailureCause): ClusterExample {
  const { evalSetId, evalId, trial } = result;
  const metric = guiltyMetrics(result).find(({ name }) => name === cause.metric);
  const score = cause.turn === undefined ? undefined : metric?.perInvocation[cause.turn];
  const own = { evalSetId, evalId, trial, turn: cause.turn };
  const turn = turnOf(result, cause.turn);
  // of what was not scored the metric knows more than the turn
  const said = cause.kind === "reason" ? undefined : (score?.trajectory?.why ?? score?.why);
  const why =
    said ?? metric?.detail ?? score?.why ?? result.detail ?? numbersOf(metric) ?? fallback(result);
  if (score?.trajectory !== undefined) {
    return { ...own, user: turn.user, trajectory: score.trajectory, why };
  }
  return cause.kind === "score" ? { ...own, ...turn, why } : { ...own, user: turn.user, why };
}

function turnOf({ invocations, evalCase, partial }: CaseResult, at: number | undefined) {
  const only = invocations.length <= 1 ? 0 : undefined;
  const place = at ?? only;
  const actual = place === undefined ? partial : (invocations[place] ?? partial);
  const expected = place === undefined ? undefined : evalCase.conversation?.[place];
  return {
    user: textOf((actual ?? expected)?.userContent),
    expected: textOf(expected?.finalResponse),
    actual: textOf(actual?.finalResponse),
  };
}

/** A metric that says nothing still has its number. */
function numbersOf(metric: MetricResult | undefined): string | undefined {
  const { name = "", score, threshold } = metric ?? {};
  if (score === undefined || threshold === undefined) return undefined;
  return `${metricName(name)} is ${Number(score.toPrecision(3))}, and its threshold is ${threshold}.`;
}

function fallback({ reason, status }: CaseResult): string {
  if (reason !== undefined) return `${reasonWords(reason)}.`;
  return status === "failed" ? "It failed and no metric says why." : "No metric looked at it.";
}
