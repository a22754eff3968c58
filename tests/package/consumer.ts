// What users of the package write, compiled against every TypeScript we promise to work with.
import {
  AgentEvaluator,
  collect,
  defineConfig,
  defineMetric,
  EvalRunner,
  type EvalSet,
  evaluate,
  isUserFacingError,
  type MetricName,
  type MetricResult,
  poolTrials,
  type RunEvent,
  type RunResult,
  readEvalSet,
  runEvals,
  runFold,
  score,
  textOf,
  UserFacingError,
  writeEvalSet,
} from "assay";
import { type AgentFunction, agentFactory, functionAgent, tool } from "assay/agents";
import { type CustomMetricFunction, metricDefinitions, responseMatch, schema } from "assay/metrics";
import { createReporter, reporterNames } from "assay/reporters";
import { memoryStore, sqliteStore } from "assay/stores";
import { type ReadTrace, readTrace } from "assay/traces";

export const rootAgent: AgentFunction = async (text, { turn, state }) => {
  const look = tool(turn, "look", ({ at }: { at: string }) => ({ at, seen: true }));
  const found = await look({ at: text });
  state.seen = found.seen;
  return `I saw ${found.at}.`;
};

export const recorded = (trace: string): ReadTrace["conversations"] =>
  readTrace(trace).conversations;

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
  criterion: schema.object<{ words: number }>(
    { words: schema.withDefault(schema.number, 20) },
    { expected: "a brevity criterion", unknown: "refuse" },
  ),
  create:
    ({ words }) =>
    ({ actual }) => ({ kind: "scored", score: actual.length / words, perInvocation: [] }),
});

export async function scoreAll(text: string): Promise<readonly MetricResult[]> {
  const { evalSet }: { evalSet: EvalSet } = readEvalSet(text);
  const run = await evaluate(agent, evalSet, { store: "memory" });
  return run.cases.flatMap(({ trials }) => trials.flatMap(({ metrics }) => metrics));
}

export const config = defineConfig({
  criteria: {
    tool_trajectory_avg_score: { threshold: 1, match_type: "IN_ORDER" },
    rubric_based_final_response_quality_v1: {
      rubric: "It is short.",
      judge_model: "gemini-2.5-flash",
    },
    brevity: 0.5,
    politeness: { threshold: 1 },
  },
  customMetrics: { brevity, politeness },
});

export async function evaluateAll(evalSet: EvalSet): Promise<readonly RunResult[]> {
  const name: MetricName = "response_match_score";
  const direct = await evaluate(rootAgent, evalSet, { criteria: { [name]: 0.8 }, trials: 2 });
  const held = await collect({ agent, evalSet: "evals/smoke.evalset.json", trials: 3 });
  const scored = await score(held, { config });
  const runner = new EvalRunner({ agent, config });
  const result = await runner.runCase({ user_content: "Hello", final_response: "Hello!" });
  if ((result.scores.brevity ?? 0) < 0.9) return [];
  for await (const event of runEvals({ agent, evalSet, config }))
    if (event.type === "run-end") break;
  const options = { agentModule: "agents/weather", evalDatasetFilePathOrDir: "evals", numRuns: 1 };
  return [direct, scored, ...(await AgentEvaluator.evaluate(options))];
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
