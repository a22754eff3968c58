import { expect, test } from "vitest";
import { EvalRunner } from "./eval-runner.ts";

const echo = (text: string) => text;
const config = { criteria: { response_match_score: 0.8, tool_trajectory_avg_score: 1 } };

test("a case as an object gives its scores", async () => {
  const runner = new EvalRunner({ agent: echo, config, store: "memory" });
  const result = await runner.runCase({
    eval_id: "hello",
    conversation: [{ user_content: "hello", final_response: "hello" }],
  });
  expect(result.scores.response_match_score).toBe(1);
  expect(result).toMatchObject({ evalId: "hello", status: "passed", passed: true });
});

test("a single turn, a row of the old format and a whole case are all cases", async () => {
  const runner = new EvalRunner({ agent: echo, config, store: "memory" });
  const turn = { user_content: "hello", final_response: "goodbye" };
  expect(await runner.runCase(turn)).toMatchObject({ evalId: "case", status: "failed" });
  const row = { query: "hello", reference: "hello", expected_tool_use: [] };
  expect(await runner.runCase(row)).toMatchObject({ passed: true });
  const named = { eval_id: "named", userContent: "hello", finalResponse: "hello" };
  expect(await runner.runCase(named)).toMatchObject({ evalId: "named", passed: true });
});

test("criteria of one call win over the runner's own", async () => {
  const runner = new EvalRunner({ agent: echo, config, store: "memory" });
  const turn = { user_content: "hello", final_response: "hello there" };
  expect((await runner.runCase(turn)).passed).toBe(false);
  const lenient = { config: { criteria: { response_match_score: 0.5 } } };
  expect((await runner.runCase(turn, lenient)).passed).toBe(true);
});

test("a metric without a score has no key, so no comparison with it holds", async () => {
  const runner = new EvalRunner({ agent: echo, config, store: "memory" });
  const result = await runner.runCase({ user_content: "hello" });
  expect("response_match_score" in result.scores).toBe(false);
  expect(result.passed).toBe(false);
});

test("what is no case gets a sentence", async () => {
  const runner = new EvalRunner({ agent: echo, store: "memory" });
  await expect(runner.runCase("hello" as never)).rejects.toThrow(
    'A case was expected; this is "hello".',
  );
  await expect(runner.runCase({ user_content: "a", final_respons: "b" })).rejects.toMatchObject({
    hint: expect.stringContaining("final_response"),
  });
});
