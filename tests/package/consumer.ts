// What users of the package write, compiled against every TypeScript we promise to work with.
import {
  defineMetric,
  type EvalSet,
  isUserFacingError,
  type MetricResult,
  number,
  object,
  planMetrics,
  poolTrials,
  type RunEvent,
  readEvalSet,
  runFold,
  scoreCase,
  textOf,
  UserFacingError,
  withDefault,
  writeEvalSet,
} from "assay";
import { type AgentFunction, agentFactory, functionAgent, tool } from "assay/agents";
import { type CustomMetricFunction, metricDefinitions, responseMatch } from "assay/metrics";
import { createReporter, reporterNames } from "assay/reporters";
import { memoryStore, sqliteStore } from "assay/stores";

export const rootAgent: AgentFunction = async (text, { turn, state }) => {
  const look = tool(turn, "look", ({ at }: { at: string }) => ({ at, seen: true }));
  const found = await look({ at: text });
  state.seen = found.seen;
  return `I saw ${found.at}.`;
};

export const factory = agentFactory(() => (text: string) => text);
export const agent = functionAgent(rootAgent, "looker");

export const politeness: CustomMetricFunction = (metric, actual) =>
  actual.every((turn) => textOf(turn.finalResponse)?.includes("please")) ? 1 : metric.criterion;

export const brevity = defineMetric<{ words: number }>({
  name: "brevity",
  description: "The share of answers that are short.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: [],
  criterion: object<{ words: number }>(
    { words: withDefault(number, 20) },
    { called: "a brevity criterion", unknown: "refuse" },
  ),
  create:
    ({ words }) =>
    ({ actual }) => ({ kind: "scored", score: actual.length / words, perInvocation: [] }),
});

export async function scoreAll(text: string): Promise<readonly MetricResult[]> {
  const { evalSet }: { evalSet: EvalSet } = readEvalSet(text);
  const results: MetricResult[] = [];
  for (const evalCase of evalSet.evalCases) {
    const scored = await scoreCase({
      evalCase,
      actual: evalCase.conversation,
      metrics: planMetrics(),
    });
    results.push(...scored.metrics);
  }
  return results;
}

export function tell(error: unknown): string {
  if (error instanceof UserFacingError || isUserFacingError(error)) return error.hint ?? error.code;
  throw error;
}

export function summarise(events: readonly RunEvent[]): number {
  const fold = runFold();
  for (const event of events) fold.apply(event);
  return fold.summary().totals.passed;
}

export const everything = {
  createReporter,
  memoryStore,
  metricDefinitions,
  poolTrials,
  reporterNames,
  responseMatch,
  sqliteStore,
  writeEvalSet,
};
