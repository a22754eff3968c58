import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isUserFacingError, type Problem } from "../../src/core/errors.ts";
import { evalDefaults } from "../../src/project/plan/eval-request.ts";
import { prepareRun } from "../../src/project/plan/plan-run.ts";
import { mutate, seeded } from "./mutate.ts";

// the set has a scenario, and who plays it is checked before the run; no model is asked here
process.env.GOOGLE_API_KEY ??= "unused";

const folder = mkdtempSync(join(tmpdir(), "assay-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const turn = {
  invocation_id: "t1",
  user_content: { role: "user", parts: [{ text: "Is the gate open?" }] },
  final_response: { role: "model", parts: [{ text: "It is open." }] },
  intermediate_data: {
    tool_uses: [{ id: "1", name: "look", args: { gate: 4, wide: true } }],
    tool_responses: [{ id: "1", name: "look", response: { open: true } }],
    intermediate_responses: [["scout", [{ text: "Looking." }]]],
  },
  rubrics: [{ rubric_id: "kind", rubric_content: { text_property: "The answer is kind." } }],
};
const evalSet = {
  eval_set_id: "gates",
  name: "Gates",
  eval_cases: [
    {
      eval_id: "open",
      conversation: [turn, turn],
      session_input: { app_name: "gates", user_id: "u", state: { day: 1 } },
      assay: {
        tags: ["quick"],
        match_type: "IN_ORDER",
        args: { look: { gate: { one_of: [4, 5] } } },
      },
    },
    {
      eval_id: "talk",
      conversation_scenario: {
        starting_prompt: "Hello",
        conversation_plan: "Ask for gate 4.",
        user_persona: "NOVICE",
      },
      final_session_state: { done: true },
    },
  ],
  creation_timestamp: 1789000000.5,
};
const config = {
  criteria: {
    tool_trajectory_avg_score: { threshold: 1, match_type: "ANY_ORDER", ignore_args: false },
    response_match_score: 0.6,
    response_contains: { threshold: 1, texts: ["open"] },
    token_usage_v1: 1000,
  },
};
const oldRows = [
  {
    query: "Is the gate open?",
    reference: "It is open.",
    expected_tool_use: [{ tool_name: "look", tool_input: { gate: 4 } }],
  },
  {
    query: "And now?",
    reference: "Still open.",
    expected_intermediate_agent_responses: [{ author: "scout", text: "Looking." }],
  },
];

const kinds = {
  "eval sets": { file: "gates.evalset.json", text: JSON.stringify(evalSet, null, 2), count: 250 },
  configs: { file: "test_config.json", text: JSON.stringify(config, null, 2), count: 130 },
  "old test files": { file: "old.test.json", text: JSON.stringify(oldRows, null, 2), count: 120 },
};

describe.each(Object.entries(kinds))("mutated %s", (kind, { file, text, count }) => {
  test(`${count} of them: each is read or refused with a place and a hint, none crashes`, async () => {
    const random = seeded(20261116);
    let refused = 0;
    for (let index = 0; index < count; index += 1) {
      const mutated = mutate(text, random);
      const error = await planWith(`${kind}-${index}`.replaceAll(" ", "-"), file, mutated);
      if (error === undefined) continue;
      refused += 1;
      if (!isUserFacingError(error))
        throw new Error(`crashed on ${JSON.stringify(mutated)}`, { cause: error });
      for (const problem of [{ ...error, message: error.message } as Problem, ...error.others]) {
        checkProblem(problem, mutated);
      }
    }
    // a fuzzer that breaks nothing tests nothing
    expect(refused).toBeGreaterThan(count / 4);
  });
});

function checkProblem(problem: Problem, mutated: string): void {
  const told = `${problem.message} ${problem.hint ?? ""}`;
  expect(told, mutated).not.toMatch(/undefined|\[object|TypeError|\bat .*:\d+:\d+/);
  expect(problem.message, mutated).toMatch(/[.?!…]$/);
  // a set without cases, or with cases that its config cannot score, is no mistake at any one place
  if (/has no cases|No case matches|can score the scenarios/.test(problem.message)) return;
  expect(problem.place?.line, `${told}\n${mutated}`).toBeGreaterThan(0);
  expect(problem.place?.column, `${told}\n${mutated}`).toBeGreaterThan(0);
  expect(problem.hint ?? "", `${told}\n${mutated}`).not.toBe("");
}

/** Everything `assay eval` does before it calls the agent. */
async function planWith(name: string, file: string, text: string): Promise<unknown> {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "agent.mjs"), "export const rootAgent = (text) => text;");
  if (file === "test_config.json")
    writeFileSync(join(cwd, "gates.evalset.json"), JSON.stringify(evalSet));
  writeFileSync(join(cwd, file), text);
  try {
    await prepareRun(
      { agent: "agent.mjs", evalSets: [], caseIds: [], tags: [], failFast: false, ...evalDefaults },
      { cwd, version: "0.0.0" },
    );
    return undefined;
  } catch (error) {
    return error;
  }
}
