import type { AppDetails, Invocation } from "../../../core/invocation.ts";
import type { CaseResult } from "../../../core/run.ts";
import type { RunSet } from "../../../core/run-info.ts";
import { adkCaseResults } from "../../../eval-sets/results/adk-case-result.ts";
import {
  type EvalCaseResult,
  evalCaseResultSchema,
} from "../../../eval-sets/results/eval-result-schema.ts";
import type { AdkMetricResult } from "../../../eval-sets/results/metric-result-schema.ts";
import { asAdkTurn } from "../as-adk-turn.ts";
import type { SetAside } from "./set-aside.ts";

/** By this, pages know a session as one of an eval. */
export const EVAL_SESSION = "adk-eval-session-";
/** And this is how our runs call theirs. */
const OWN_SESSION = "assay-eval-session-";

export function evalSessionId(sessionId: string): string {
  const own = sessionId.startsWith(OWN_SESSION) ? sessionId.slice(OWN_SESSION.length) : sessionId;
  return `${EVAL_SESSION}${own}`;
}

interface Making {
  readonly set: RunSet;
  /** Metrics that were asked for and could not be measured at all. */
  readonly aside: readonly SetAside[];
  readonly agents: AppDetails["agentDetails"];
}

/** One case's result as ADK answers it over HTTP. */
export function caseResultJson(
  result: CaseResult,
  { set, aside, agents }: Making,
): Record<string, unknown> {
  const made = adkCaseResults(set.config.metrics)(result);
  const isBroken = result.reason === "agent-error" || result.reason === "timeout";
  const unmeasured = aside.map(({ metricName, threshold }): AdkMetricResult => {
    return { metricName, threshold, evalStatus: 3, details: {} };
  });
  const { extras: _, ...rest } = made;
  const shown: EvalCaseResult = {
    ...rest,
    finalEvalStatus: made.finalEvalStatus === 1 && aside.length > 0 ? 3 : made.finalEvalStatus,
    // of a conversation that broke off nothing is measured
    overallEvalMetricResults: isBroken
      ? []
      : [...unmeasured, ...made.overallEvalMetricResults.map(plainCriterion)],
    evalMetricResultPerInvocation: isBroken
      ? []
      : made.evalMetricResultPerInvocation.map((turn) => ({
          ...turn,
          actualInvocation: withAgents(asAdkTurn(turn.actualInvocation), agents),
          evalMetricResults: [...unmeasured, ...turn.evalMetricResults.map(plainCriterion)],
        })),
    sessionId: evalSessionId(result.sessionId),
  };
  return evalCaseResultSchema.write(shown, "http") as Record<string, unknown>;
}

/** A criterion that is no more than its threshold says nothing new. */
function plainCriterion(metric: AdkMetricResult): AdkMetricResult {
  const { criterion, ...rest } = metric;
  if (criterion === undefined) return metric;
  const { includeIntermediateResponsesInFinal, extras = {} } = criterion;
  const isPlain = !includeIntermediateResponsesInFinal && Object.keys(extras).length === 0;
  return isPlain ? rest : metric;
}

/** Which agents took part, where it is known what they were told. */
function withAgents(turn: Invocation, agents: AppDetails["agentDetails"]): Invocation {
  const data = turn.intermediateData;
  const events = data !== undefined && "invocationEvents" in data ? data.invocationEvents : [];
  const names = [...new Set(events.map(({ author }) => author))].filter((name) => name in agents);
  if (names.length === 0) return turn;
  const agentDetails = Object.fromEntries(
    names.flatMap((name) => (agents[name] === undefined ? [] : [[name, agents[name]]])),
  );
  return { ...turn, appDetails: { agentDetails } };
}
