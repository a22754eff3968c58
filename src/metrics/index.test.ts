import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject } from "../core/schema/parse-context.ts";
import { metricDefinitions } from "./index.ts";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "index.ts",
);

test.each(files)("every definition of %s is in the table", async (file) => {
  const exports = (await import(join(import.meta.dirname, file))) as Record<string, unknown>;
  const forgotten = Object.entries(exports).filter(
    ([, value]) => isDefinition(value) && !metricDefinitions.includes(value as never),
  );
  expect(forgotten.map(([name]) => name)).toEqual([]);
});

/** Metrics can be called, so most are functions. */
function isDefinition(value: unknown): boolean {
  if (typeof value !== "function" && !isObject(value)) return false;
  return "name" in value && "criterion" in value && "range" in value;
}

test("after ADK's come ours by their names, and last what is made of others", () => {
  const ours = metricDefinitions.slice(17, -1).map((definition) => definition.name);
  expect(ours).toEqual(ours.toSorted());
  expect(metricDefinitions.at(-1)?.name).toBe("composite");
});

test("no two metrics share a name", () => {
  const names = metricDefinitions.map((definition) => definition.name);
  expect(new Set(names).size).toBe(names.length);
});

test("ADK's metrics come first, in ADK's order", () => {
  expect(metricDefinitions.slice(0, 17).map((definition) => definition.name)).toEqual([
    "tool_trajectory_avg_score",
    "response_evaluation_score",
    "response_match_score",
    "safety_v1",
    "multi_turn_task_success_v1",
    "multi_turn_trajectory_quality_v1",
    "multi_turn_tool_use_quality_v1",
    "final_response_match_v2",
    "rubric_based_final_response_quality_v1",
    "hallucinations_v1",
    "rubric_based_tool_use_quality_v1",
    "per_turn_user_simulator_quality_v1",
    "rubric_based_multi_turn_trajectory_quality_v1",
    "tool_call_count_v1",
    "inference_call_count_v1",
    "token_usage_v1",
    "invocation_duration_v1",
  ]);
});

test("the table cannot be changed", () => {
  expect(Object.isFrozen(metricDefinitions)).toBe(true);
});
