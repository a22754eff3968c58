import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { AgentEvaluator } from "./agent-evaluator.ts";

test("the config of a test file is the one beside it", async () => {
  const folder = temporaryFolder();
  const config = { criteria: { response_match_score: 0.7 } };
  writeFileSync(join(folder, "test_config.json"), JSON.stringify(config));
  const found = await AgentEvaluator.findConfigForTestFile(join(folder, "x.test.json"));
  expect(found.criteria).toEqual([["response_match_score", 0.7]]);
});

test("where none lies beside a test file, ADK's defaults are its config", async () => {
  const found = await AgentEvaluator.findConfigForTestFile(join(temporaryFolder(), "x.test.json"));
  expect(found.criteria).toEqual([
    ["tool_trajectory_avg_score", 1],
    ["response_match_score", 0.8],
  ]);
});
