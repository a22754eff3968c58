import { hasGap } from "../../core/folds/case-row.ts";
import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { lackWords, reasonWords } from "../../core/text/reason-words.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import type { FailureCause } from "./failure-cause.ts";
import { firstDifference, stepCause } from "./step-cause.ts";

type Judged = Pick<CaseResult, "status" | "reason" | "detail" | "metrics">;

/** The first difference from what was expected; where no call differs, the metric or the reason that decided. */
export function causeOf(result: Judged): FailureCause {
  if (result.status === "passed") return { kind: "score", name: "the trials together fall short" };
  const guilty = guiltyMetrics(result);
  for (const metric of guilty) {
    const found = firstDifference(metric);
    if (found !== undefined)
      return { ...stepCause(found.step, found.isOtherwise), metric: metric.name, turn: found.turn };
  }
  const [metric] = guilty;
  return metric === undefined ? reasonCause(result) : metricCause(metric);
}

/** Equal for causes that are one as far as data tells; explanations may still set them apart. */
export function causeKey({ kind, metric, tool, arguments: names, reason }: FailureCause): string {
  // calls differ the same way whichever metric compares them
  const who = tool === undefined ? [metric, reason] : [tool, names];
  return JSON.stringify([kind, ...who]);
}

function reasonCause({ reason, detail, status }: Judged): FailureCause {
  const said = firstLine(detail);
  const name = said?.replace(/\.$/, "") ?? reasonText(reason, status);
  return { kind: "reason", name, reason, ...(said && { explanation: said }) };
}

function reasonText(reason: ReasonCode | undefined, status: CaseResult["status"]): string {
  if (reason !== undefined) return reasonWords(reason);
  return status === "failed" ? "failed" : reasonWords("no-metrics");
}

function metricCause(metric: MetricResult): FailureCause {
  const failing = metric.perInvocation.findIndex(({ status }) => status === metric.status);
  const turn = failing === -1 ? undefined : failing;
  const about = { metric: metric.name, ...(turn !== undefined && { turn }) };
  if (metric.status === "failed") {
    const said = firstLine(metric.perInvocation[failing]?.why ?? metric.detail);
    const explained = said === undefined ? {} : { explanation: said };
    return { kind: "score", name: scoreText(metric), ...about, ...explained };
  }
  const reason = reasonOfGap(metric);
  const gap = gapText(metric, reason);
  const isNamed = gap.startsWith(`${metric.name} `);
  const name = isNamed ? gap : `${metricName(metric.name)}: ${gap}`;
  return { kind: "reason", name, reason, ...about };
}

/** What was left out of a partly scored metric has a reason of its own. */
export function reasonOfGap({ reason, perInvocation }: MetricResult): ReasonCode | undefined {
  if (reason !== undefined && reason !== "partly-scored") return reason;
  const isOpen = (turn: TurnScore) => turn.score === undefined && turn.unasked === undefined;
  return perInvocation.find((turn) => isOpen(turn) && turn.reason)?.reason ?? reason;
}

function scoreText({ name, threshold, direction }: MetricResult): string {
  const asked = threshold === undefined ? "" : ` its threshold of ${threshold}`;
  return `${metricName(name)} ${direction === "lower" ? "above" : "below"}${asked}`;
}

function gapText(metric: MetricResult, reason: ReasonCode | undefined): string {
  if (reason === "missing-reference") return lackWords(metric);
  if (reason !== undefined) return reasonWords(reason);
  return hasGap(metric) ? reasonWords("partly-scored") : "was not evaluated";
}

/** Which turn it was belongs to the conversation, not to the cause. */
function firstLine(text: string | undefined): string | undefined {
  const line = text
    ?.trim()
    .split("\n", 1)[0]
    ?.replace(/^Turn \d+: /, "");
  return line === undefined || line === "" ? undefined : line;
}
