import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { resolveRequest } from "../../api/run-options.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { prepareRun } from "../plan/plan-run.ts";
import { checkUnchanged } from "./check-unchanged.ts";

const talk = {
  eval_set_id: "demo",
  eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi", final_response: "hi" }] }],
};
const scenario = {
  eval_set_id: "demo",
  eval_cases: [
    {
      eval_id: "a",
      conversation_scenario: { starting_prompt: "hi", conversation_plan: "Say hi." },
      session_input: { app_name: "demo", user_id: "u", state: {} },
    },
  ],
};

const asksItsWorld = {
  name: "asks",
  asksEnvironment: true,
  start: () => ({ send: async () => "hi" }),
};

async function aboutWith(
  config: object,
  { evalSet = talk as object, version = "1.0.0", cwd = process.cwd() } = {},
) {
  const request = await resolveRequest(asksItsWorld, evalSet as never, {
    config: config as never,
    cwd,
  });
  return (await prepareRun(request, { cwd, version })).about;
}

const plain = { criteria: { response_match_score: 0.8 } };
const world = (answer: string) => ({
  ...plain,
  environment_simulation: {
    tool_simulation_configs: [
      { tool_name: "look", injection_configs: [{ injected_response: { answer } }] },
    ],
  },
});
const user = (turns: number) => ({
  criteria: { tool_calls: 5 },
  user_simulator_config: { model: "ollama/llama3", max_allowed_invocations: turns },
});
const judged = (more: object) => ({
  criteria: { final_response_match_v2: { threshold: 0.5 } },
  ...more,
});

test.each([
  ["a world where there was none", plain, world("x"), "the simulated world of demo has changed"],
  ["no world where there was one", world("x"), plain, "the simulated world of demo has changed"],
  ["another world", world("x"), world("y"), "the simulated world of demo has changed"],
  [
    "another model as judge",
    judged({ judge_model: "ollama/llama3" }),
    judged({ judge_model: "ollama/qwen3" }),
    "the judge of demo has changed",
  ],
  [
    "another server of the judge",
    judged({ judge_model: "openai-compatible/j", base_url: "http://127.0.0.1:1/v1" }),
    judged({ judge_model: "openai-compatible/j", base_url: "http://127.0.0.1:2/v1" }),
    "the judge of demo has changed",
  ],
  [
    "another function as judge",
    judged({ judgeModel: () => "yes" }),
    judged({ judgeModel: () => "no" }),
    "the judge of demo has changed",
  ],
])("%s is a change", async (_, before, after, message) => {
  const [one, other] = [await aboutWith(before), await aboutWith(after)];
  expect(checkUnchanged(one, await aboutWith(before))).toEqual([]);
  expect(() => checkUnchanged(one, other)).toThrow(message);
});

test("another simulated user is a change where a scenario is played", async () => {
  const one = await aboutWith(user(3), { evalSet: scenario });
  const other = await aboutWith(user(4), { evalSet: scenario });
  expect(() => checkUnchanged(one, other)).toThrow("the simulated user of demo has changed");
});

test("another version of Assay measures by other prompts", async () => {
  const one = await aboutWith(plain);
  const other = await aboutWith(plain, { version: "2.0.0" });
  expect(() => checkUnchanged(one, other)).toThrow("Assay (1.0.0, now 2.0.0) has changed");
});

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

test("the program of a metric, its arguments and what they import are part of the run", async () => {
  const cwd = temporaryFolder();
  write(cwd, {
    "agent.mjs": "export const rootAgent = (text) => text;",
    "measure.py": "import rules\nprint(rules)",
    "rules.py": "weight = 1",
    "words.txt": "please",
    "demo.evalset.json": JSON.stringify(talk),
    "config.json": JSON.stringify({
      criteria: { polite: 0.5 },
      custom_metrics: { polite: { command: ["python3", "measure.py", "words.txt"] } },
    }),
  });
  const about = async () => {
    const request = await resolveRequest("agent.mjs", "demo.evalset.json", {
      config: "config.json",
      cwd,
    });
    return (await prepareRun(request, { cwd, version: "1" })).about;
  };
  const before = await about();
  expect(Object.keys(before.inputs?.files ?? {}).sort()).toEqual([
    "agent.mjs",
    "measure.py",
    "rules.py",
    "words.txt",
  ]);
  write(cwd, { "rules.py": "weight = 2", "words.txt": "thanks" });
  const after = await about();
  expect(() => checkUnchanged(before, after)).toThrow("rules.py and words.txt have changed");
  const wrote = new Set(["words.txt", "rules.py"]);
  // an agent writes notes, and no code
  expect(() => checkUnchanged(before, after, { wrote })).toThrow("rules.py has changed");
});
