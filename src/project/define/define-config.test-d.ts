// Compiled with everything else: each expected error must be one, and nothing else may be.

import { evaluate } from "../../api/evaluate.ts";
import type { RunResult } from "../../api/run-result.ts";
import type { MetricName } from "../../metrics/metric-settings.ts";
import { defineConfig } from "./define-config.ts";

const agent = (text: string) => text;

export const good = [
  defineConfig({ criteria: { response_match_score: 0.8 } }),
  defineConfig({
    criteria: {
      tool_trajectory_avg_score: { threshold: 1, matchType: "ANY_ORDER", ignoreArgs: true },
    },
  }),
  defineConfig({
    criteria: {
      tool_trajectory_avg_score: { threshold: 1, match_type: "IN_ORDER", ignore_args: true },
    },
  }),
  defineConfig({
    criteria: {
      hallucinations_v1: { threshold: 0.8, judge_model_options: { num_samples: 3 } },
      rubric_based_final_response_quality_v1: {
        rubric: "It is kind.",
        judgeModel: "gemini-2.5-flash",
      },
      response_contains: { threshold: 1, texts: ["yes"] },
      single_tool_use: { threshold: 1, tool: "search", args: { q: { one_of: ["a", "b"] } } },
    },
  }),
  defineConfig({ criteria: { mine: 1 }, customMetrics: { mine: () => 1 } }),
];

export const bad = [
  // @ts-expect-error a misspelt metric
  defineConfig({ criteria: { response_match_scor: 0.8 } }),
  // @ts-expect-error a misspelt setting
  defineConfig({ criteria: { tool_trajectory_avg_score: { threshold: 1, match_tipe: "EXACT" } } }),
  // @ts-expect-error a setting of another metric
  defineConfig({ criteria: { response_match_score: { threshold: 1, ignoreArgs: true } } }),
  // @ts-expect-error a match type that is none
  defineConfig({ criteria: { tool_trajectory_avg_score: { threshold: 1, matchType: "ORDERED" } } }),
  // @ts-expect-error no threshold
  defineConfig({ criteria: { tool_trajectory_avg_score: { ignoreArgs: true } } }),
  // @ts-expect-error a setting that cannot be left out
  defineConfig({ criteria: { response_contains: { threshold: 1 } } }),
  // @ts-expect-error a threshold as a text
  defineConfig({ criteria: { response_match_score: "0.8" } }),
  // @ts-expect-error a misspelt setting of the judge
  defineConfig({ criteria: { safety_v1: { threshold: 1, judgeModelOptions: { samples: 3 } } } }),
  // @ts-expect-error a metric that is neither built in nor the config's own
  defineConfig({ criteria: { mine: 1, yours: 1 }, customMetrics: { mine: () => 1 } }),
  // @ts-expect-error a misspelt key of the config
  defineConfig({ criterion: { response_match_score: 0.8 } }),
];

export async function calls(): Promise<void> {
  const run: RunResult = await evaluate(agent, "a.evalset.json", { criteria: { safety_v1: 1 } });
  const { response_match_score: mean } = run.scores;
  mean satisfies number | undefined;
  await evaluate({ agent, evalSet: { eval_cases: [] }, config: good[0] });
  // @ts-expect-error a misspelt metric
  await evaluate(agent, "a.evalset.json", { criteria: { safety: 1 } });
  // @ts-expect-error a misspelt option
  await evaluate(agent, "a.evalset.json", { trails: 3 });
  // @ts-expect-error the agent is missing
  await evaluate({ evalSet: "a.evalset.json" });
}

export const name: MetricName = "tool_trajectory_avg_score";
// @ts-expect-error no such metric
export const noName: MetricName = "tool_trajectory";
