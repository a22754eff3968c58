import { textOf } from "../../core/content.ts";
import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import { toolCallsOf } from "../../core/invocation.ts";
import { rangeText, reachOf } from "../../core/metrics/threshold-reach.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { comparedBy } from "./case-references.ts";
import type { Finding } from "./fault.ts";

/** What the case asks for and no agent could give. Undefined where a single metric failed that could have been met. */
export function unmeetable(result: CaseResult, about: RunInfo): Finding | undefined {
  const guilty = guiltyMetrics(result);
  if (result.status !== "failed" || guilty.length === 0) return undefined;
  const whys = guilty.map((metric) => whyNobody(metric, result, about));
  const [first] = whys;
  if (first === undefined || whys.includes(undefined)) return undefined;
  return { fault: "eval-set", evidence: `Nobody can meet this case: ${first}.` };
}

function whyNobody(
  metric: MetricResult,
  { evalCase, evalSetId }: CaseResult,
  { sets }: RunInfo,
): string | undefined {
  const { assay, conversation = [] } = evalCase;
  const own = assay?.thresholds?.[metric.name];
  const range = sets
    .find((set) => set.evalSetId === evalSetId)
    ?.config.metrics.find(({ name }) => name === metric.name)?.range;
  if (own !== undefined && range !== undefined) {
    const { min, max } = range;
    if (reachOf(own, { min, max }, metric.direction) === "every score fails") {
      return `its own threshold ${own} of ${metricName(metric.name)} lies outside its scores, ${rangeText({ min, max })}`;
    }
  }
  if (comparedBy(metric.name) === "calls") {
    const forbidden = new Set(assay?.forbiddenTools ?? []);
    const called = conversation.flatMap((turn) => toolCallsOf(turn));
    const both = called.find(({ name }) => name !== undefined && forbidden.has(name));
    return both && `it expects a call of ${both.name} and forbids it`;
  }
  if (metric.name !== "response_match_score") return undefined;
  const texts = conversation.flatMap((turn) => textOf(turn.finalResponse) ?? []);
  const isWordless = texts.length > 0 && texts.every((text) => !/[\p{L}\p{N}]/u.test(text));
  return isWordless
    ? "its reference answer has no words, which is what response compares"
    : undefined;
}
