import { errorFromProblems, type Problem } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { Metric, MetricNeed } from "../../core/metric.ts";
import { rangeText, reachOf } from "../../core/metrics/threshold-reach.ts";

/** Refuses metrics that this version knows and cannot run, before any agent is called. */
export function checkRunnable(metrics: readonly Metric[], warnings: readonly Problem[] = []): void {
  const problems = metrics.filter((metric) => metric.measure === undefined).map(cannotRun);
  if (problems.length > 0) throw errorFromProblems("metric/cannot-run", problems);
  const vacuous = metrics.filter(passesAll).map((metric) => letsAllPass(metric, warnings));
  if (vacuous.length > 0) throw errorFromProblems("metric/invalid", vacuous);
}

/** A gate that lets everything pass says nothing, and what it says would be called passed. */
function passesAll({ threshold, range, direction }: Metric): boolean {
  return threshold !== undefined && reachOf(threshold, range, direction) === "every score passes";
}

function letsAllPass({ name, threshold, range }: Metric, warnings: readonly Problem[]): Problem {
  const message = `The threshold ${threshold} of ${name} lies outside its scores, ${rangeText(range)}: every score passes.`;
  // reading the file has reported it, with its place
  const located = warnings.find((warning) => warning.message === message);
  return {
    message,
    hint: "Choose one among them, or leave the metric out. No agent was called.",
    place: located?.place ?? { path: `criteria.${name}` },
  };
}

function cannotRun(metric: Metric): Problem {
  const why = metric.needs.includes("judge")
    ? "needs a judge model, and no model can be asked here"
    : metric.customFunctionPath === undefined
      ? "cannot be run by this version"
      : "was planned without its code";
  return {
    message: `${metric.name} ${why}.`,
    hint: "Leave it out of the criteria to run the others. No agent was called.",
    place: { path: `criteria.${metric.name}` },
  };
}

/** Why a metric cannot score this case, in a sentence; undefined when it can. */
export function unmetNeeds(metric: Metric, evalCase: EvalCase): string | undefined {
  for (const need of metric.needs) {
    if (isMet(need, metric, evalCase)) continue;
    return `${metric.name} ${lacking[need]}.`;
  }
  return undefined;
}

const lacking: Readonly<Record<MetricNeed, string>> = {
  "expected-conversation": "compares with a written conversation, and this is a scenario",
  "reference-answer": "compares answers, and no turn has a final_response",
  "final-state": "compares the session state, and the case has no final_session_state",
  rubrics: "needs rubrics, and neither the config nor the case has any",
  judge: "needs a judge model",
  scenario: "looks at simulated users, and this is a written conversation",
};

function isMet(need: MetricNeed, metric: Metric, evalCase: EvalCase): boolean {
  switch (need) {
    case "expected-conversation":
      return evalCase.conversation !== undefined;
    case "reference-answer":
      // an empty one is a reference too, as the metrics that compare with it have it
      return (evalCase.conversation ?? []).some((turn) => turn.finalResponse !== undefined);
    case "final-state":
      return evalCase.finalSessionState !== undefined;
    case "rubrics":
      return hasRubrics(metric, evalCase);
    case "scenario":
      return evalCase.conversationScenario !== undefined;
    case "judge":
      // whether there is one is a matter of the version and the config, not of the case
      return true;
  }
}

function hasRubrics({ criterion }: Metric, evalCase: EvalCase): boolean {
  const configured = criterion?.rubrics;
  if (Array.isArray(configured) && configured.length > 0) return true;
  if (typeof criterion?.rubric === "string") return true;
  const named = criterion?.rubric_library ?? criterion?.rubricLibrary;
  if (Array.isArray(named) && named.length > 0) return true;
  if ((evalCase.rubrics?.length ?? 0) > 0) return true;
  return (evalCase.conversation ?? []).some((turn) => (turn.rubrics?.length ?? 0) > 0);
}
