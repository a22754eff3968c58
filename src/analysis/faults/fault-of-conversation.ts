import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { reasonWords } from "../../core/text/reason-words.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import { causeOf, reasonOfGap } from "../clusters/cause-of.ts";
import type { Fault, Finding } from "./fault.ts";
import { wasOutOfReach } from "./out-of-reach.ts";

/**
 * Whose doing it was that this conversation did not pass, as far as it shows by itself. What failed is the agent's,
 * also in a simulated environment that was told to fail; only what nobody could measure may be another's.
 */
export function faultOfConversation(result: CaseResult): Finding {
  const guilty = guiltyMetrics(result);
  if (result.status === "failed") return faultOfFailure(result, guilty);
  const found = guilty.map((metric) => faultOfGap(metric, result));
  // where one gap is the agent's, the others excuse nothing
  return found.find(({ fault }) => fault === "agent") ?? found[0] ?? faultOfEnding(result);
}

function faultOfFailure(result: CaseResult, guilty: readonly MetricResult[]): Finding {
  const [first] = guilty;
  if (first === undefined) {
    const said = result.detail ?? sentence(reasonText(result.reason));
    return { fault: "agent", evidence: said };
  }
  if (guilty.every(({ name }) => name === USER_METRIC)) {
    const why = whyOf(first);
    const evidence = `Only ${metricName(USER_METRIC)} failed, which is about the simulated user and not about the agent.${why}`;
    return { fault: "user-simulator", evidence };
  }
  const names = guilty.map(({ name }) => metricName(name)).join(", ");
  return { fault: "agent", evidence: `${names} failed: ${causeOf(result).name}.` };
}

/** Asks about the user that we play. */
const USER_METRIC = "per_turn_user_simulator_quality_v1";

function faultOfEnding({ reason, detail, simulated }: CaseResult): Finding {
  const evidence = detail ?? sentence(reasonText(reason));
  if (reason === "simulator-fault") {
    return { fault: simulated === "environment" ? "environment" : "user-simulator", evidence };
  }
  return { fault: reason === undefined ? "infrastructure" : faultOfReason[reason], evidence };
}

function faultOfGap(metric: MetricResult, { evalCase }: CaseResult): Finding {
  const reason = reasonOfGap(metric);
  const said = metric.detail ?? sentence(reasonText(reason));
  const evidence = `${metricName(metric.name)} was not evaluated. ${said}`;
  if (reason === undefined) return { fault: "infrastructure", evidence };
  // what needs no reference had nothing to look at because the agent gave nothing
  const isSilent = reason === "missing-reference" && withoutReference.has(metric.name);
  if (isSilent) return { fault: "agent", evidence };
  // the metric refuses a threshold that every score would pass, and only a case can set its own
  const isOwn = reason === "unsupported" && evalCase.assay?.thresholds?.[metric.name] !== undefined;
  if (isOwn) return { fault: "eval-set", evidence };
  return { fault: wasOutOfReach(metric) ? "infrastructure" : faultOfReason[reason], evidence };
}

const withoutReference: ReadonlySet<string> = new Set(["hallucinations_v1", "safety_v1"]);

/** What kept a verdict from being given. A judge that could not be asked has judged nothing: that is the way to it. */
const faultOfReason: Readonly<Record<ReasonCode, Fault>> = {
  "missing-reference": "eval-set",
  "judge-parse": "judge",
  "judge-refused": "judge",
  "judge-error": "infrastructure",
  "judge-no-quorum": "judge",
  "judge-window": "judge",
  "judge-contradiction": "judge",
  "judge-unfit": "judge",
  "agent-error": "agent",
  "simulator-fault": "user-simulator",
  "turn-mismatch": "agent",
  timeout: "infrastructure",
  unsupported: "infrastructure",
  cancelled: "infrastructure",
  "metric-error": "infrastructure",
  "partly-scored": "infrastructure",
  "no-metrics": "eval-set",
  "not-recorded": "infrastructure",
};

function whyOf(metric: MetricResult): string {
  const said = metric.perInvocation.find(({ status }) => status === "failed")?.why;
  const why = said ?? metric.detail;
  return why === undefined ? "" : ` ${why}`;
}

function reasonText(reason: ReasonCode | undefined): string {
  return reason === undefined ? "nothing says why" : reasonWords(reason);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
