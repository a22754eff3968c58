import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { defineConfig } from "../../project/define/define-config.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { evaluate } from "../evaluate.ts";
import { AgentEvaluator, type AgentEvaluatorOptions } from "./agent-evaluator.ts";

const agent = 'export const rootAgent = (text) => (text === "bye" ? "no idea" : text);';

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

function setOf(id: string, ...texts: readonly string[]) {
  return {
    eval_set_id: id,
    eval_cases: texts.map((text) => ({
      eval_id: text,
      conversation: [{ user_content: text, final_response: text }],
    })),
  };
}

const answersOnly = { criteria: { response_match_score: 0.8 } };

test("a folder is walked for its test files, each scored by the config beside it", async () => {
  const cwd = folderWith({
    "echo/agent.js": agent,
    "tests/one.test.json": setOf("one", "hello"),
    "tests/test_config.json": answersOnly,
    "tests/deep/two.test.json": setOf("two", "hi"),
    "tests/deep/other.evalset.json": setOf("other", "bye"),
    "tests/deep/test_config.json": { criteria: { response_match_score: 1 } },
  });
  const runs = await AgentEvaluator.evaluate({
    agentModule: "echo",
    evalDatasetFilePathOrDir: "tests",
    store: "memory",
    cwd,
  });
  expect(runs.map(({ about, trials }) => [about.sets[0]?.evalSetId, trials.length])).toEqual([
    ["two", 2],
    ["one", 2],
  ]);
  expect(runs[0]?.about.sets[0]?.config.path).toBe(join(cwd, "tests/deep/test_config.json"));
});

test("a failure names the metric, what was asked and what came", async () => {
  const cwd = folderWith({
    "echo/agent.js": agent,
    "tests/mixed.test.json": setOf("mixed", "hello", "bye"),
    "tests/test_config.json": answersOnly,
  });
  const options = { agentModule: "echo", evalDatasetFilePathOrDir: "tests", numRuns: 1, cwd };
  const error = await AgentEvaluator.evaluate({ ...options, store: "memory" }).catch((e) => e);
  expect(error).toBeInstanceOf(Error);
  expect(error.message.split("\n").slice(0, 2)).toEqual([
    "echo did not pass 1 of 2 cases of tests/mixed.test.json.",
    "bye: response_match_score is 0; 0.8 or more was expected.",
  ]);
  expect(error.message).toContain("no idea");
  expect(error.result.totals).toMatchObject({ passed: 1, failed: 1 });
});

test("an error that nobody catches prints its message, and not the run it carries", async () => {
  const cwd = folderWith({ "echo/agent.js": agent });
  const options = { agentModule: "echo", criteria: { response_match_score: 0.8 }, numRuns: 1 };
  const error = await AgentEvaluator.evaluateEvalSet({
    ...options,
    evalSet: setOf("s", "bye"),
    store: "memory",
    cwd,
  }).catch((e) => e);
  expect(error.result.totals.failed).toBe(1);
  expect(Object.keys(error)).toEqual([]);
  expect(JSON.stringify(error)).toBe("{}");
  expect(inspect(error)).toBe(`[EvaluationFailed: ${error.message}]`);
});

test("evaluateEvalSet takes its arguments by place, as ADK's does", async () => {
  const evalSet = setOf("s", "hello");
  const cwd = folderWith({ "echo/agent.js": agent });
  const before = process.cwd();
  process.chdir(cwd);
  onTestFinished(() => process.chdir(before));
  const criteria = { response_match_score: 1 };
  const run = await AgentEvaluator.evaluateEvalSet("echo", evalSet, criteria, undefined, 3);
  expect(run.trials).toHaveLength(3);
  await AgentEvaluator.evaluateEvalSet("echo", evalSet, undefined, { criteria });
  await expect(AgentEvaluator.evaluateEvalSet("echo", evalSet)).rejects.toMatchObject({
    code: "config/invalid",
    hint: expect.stringContaining("third place"),
  });
  const alone = AgentEvaluator.evaluateEvalSet as unknown as (agent: string) => Promise<unknown>;
  await expect(alone("echo")).rejects.toThrow(
    "AgentEvaluator.evaluateEvalSet was given no evalSet.",
  );
  const file = AgentEvaluator.evaluate as unknown as (agent: string) => Promise<unknown>;
  await expect(file("echo")).rejects.toThrow("was given no evalDatasetFilePathOrDir.");
});

test("neither the message nor the print shows what the agent's .env keeps", async () => {
  const cwd = folderWith({
    "leaky/agent.js": "export const rootAgent = () => process.env.LEAKY_API_KEY;",
    "leaky/.env": "LEAKY_API_KEY=correct-horse-battery-staple",
  });
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const error = await AgentEvaluator.evaluateEvalSet({
    agentModule: "leaky",
    evalSet: setOf("s", "hello"),
    criteria: { response_match_score: 0.8 },
    printDetailedResults: true,
    numRuns: 1,
    store: "memory",
    cwd,
  }).catch((e) => e);
  const printed = write.mock.calls.map(([text]) => text).join("");
  expect(error.message).toContain("[secret LEAKY_API_KEY]");
  expect(printed).toContain("0 passed, 1 failed");
  expect(`${error.message}${printed}`).not.toMatch(/correct|horse|battery|staple/);
});

test("a trial that fails before any metric counts, and says why", async () => {
  const broken = () => {
    throw new Error("no model");
  };
  await expect(
    AgentEvaluator.evaluateEvalSet({
      agentModule: broken,
      evalSet: setOf("s", "hello"),
      criteria: { response_match_score: 0.8 },
      store: "memory",
    }),
  ).rejects.toThrow(/hello: 2 of 2 trials failed before any metric had a say: .*no model/);
});

test("the first file that fails ends it, and its results are in the CSV file all the same", async () => {
  const cwd = folderWith({
    "echo/agent.js": agent,
    "tests/a.test.json": setOf("a", "bye"),
    "tests/b.test.json": setOf("b", "hello"),
    "tests/test_config.json": answersOnly,
  });
  const outputFile = "results/of tests/out.csv";
  const options = { agentModule: "echo", outputFile, numRuns: 1, store: "memory", cwd };
  const both = { ...options, evalDatasetFilePathOrDir: "tests" };
  await expect(AgentEvaluator.evaluate(both)).rejects.toThrow("tests/a.test.json");
  await AgentEvaluator.evaluate({ ...options, evalDatasetFilePathOrDir: "tests/b.test.json" });
  const rows = readFileSync(join(cwd, outputFile), "utf8").split("\r\n");
  expect(rows[0]).toBe(
    "eval_set_id,eval_id,metric_name,threshold,score,eval_status,prompt,expected_response,actual_response,expected_tool_calls,actual_tool_calls",
  );
  expect(rows[1]).toBe("a,bye,response_match_score,0.8,0,FAILED,bye,bye,no idea,,");
  expect(rows.filter((row) => row.startsWith("eval_set_id"))).toHaveLength(1);
  expect(rows).toContain("b,hello,response_match_score,0.8,1,PASSED,hello,hello,hello,,");
});

test("an old test file is one case, and begins in the initial session", async () => {
  const cwd = folderWith({
    "old.test.json": [{ query: "where", reference: "Oslo" }],
    "test_config.json": answersOnly,
    // as ADK saves a session
    "session.json": {
      id: "s-1",
      app_name: "app",
      user_id: "me",
      state: { city: "Oslo" },
      events: [{ author: "user", invocation_id: "i" }],
      last_update_time: 1789000000.25,
    },
  });
  const where = (_: string, { state }: { state: Record<string, unknown> }) => String(state.city);
  const [run] = await AgentEvaluator.evaluate({
    agentModule: where,
    evalDatasetFilePathOrDir: join(cwd, "old.test.json"),
    initialSessionFile: join(cwd, "session.json"),
    store: "memory",
  });
  expect(run?.trials.flat().map(({ evalId, status }) => [evalId, status])).toEqual([
    ["old", "passed"],
    ["old", "passed"],
  ]);
});

test("an agent may be named as a Python module is", async () => {
  const cwd = folderWith({ "agents/echo/agent.js": agent });
  const evalSet = setOf("s", "hello");
  const options = { evalSet, criteria: { response_match_score: 1 }, store: "memory", cwd };
  await AgentEvaluator.evaluateEvalSet({ ...options, agentModule: "agents.echo.agent" });
  await AgentEvaluator.evaluateEvalSet({ ...options, agentModule: "agents.echo" });
});

test("what cannot be meant is refused in a sentence", async () => {
  const cwd = folderWith({ "echo/agent.js": agent, "tests/notes.json": {} });
  const options = { agentModule: "echo", evalDatasetFilePathOrDir: "tests", cwd };
  await expect(AgentEvaluator.evaluate(options)).rejects.toThrow(
    "tests contains no *.test.json file.",
  );
  await expect(
    AgentEvaluator.evaluate({ ...options, evalDatasetFilePathOrDir: "nowhere" }),
  ).rejects.toThrow("There is no eval set nowhere.");
  await expect(AgentEvaluator.evaluate("echo", "no/where", 1)).rejects.toThrow("no/where");
  const evalSet = setOf("s", "hello");
  await expect(AgentEvaluator.evaluateEvalSet({ agentModule: "echo", evalSet })).rejects.toThrow(
    "evaluateEvalSet was given no criteria.",
  );
  const zero = { agentModule: "echo", evalSet, criteria: {}, numRuns: 0, cwd };
  await expect(AgentEvaluator.evaluateEvalSet(zero)).rejects.toThrow("numRuns is 0");
  const snake = { agent_module: "echo" } as object as AgentEvaluatorOptions;
  await expect(AgentEvaluator.evaluate(snake)).rejects.toMatchObject({
    message: 'AgentEvaluator.evaluate has no option "agent_module".',
    hint: "Did you mean agentModule?",
  });
});

test("an old file is migrated, by names or by place", async () => {
  const row = { query: "hi", reference: "hi", expected_tool_use: [] };
  const cwd = folderWith({ "old.test.json": [row] });
  const old = join(cwd, "old.test.json");
  await AgentEvaluator.migrateEvalDataToNewSchema(old, join(cwd, "new.test.json"));
  const evalSet = await AgentEvaluator.migrateEvalDataToNewSchema({
    oldEvalDataFile: old,
    newEvalDataFile: join(cwd, "new.test.json"),
  });
  expect(evalSet.evalCases.map(({ evalId }) => evalId)).toEqual(["old"]);
  expect(JSON.parse(readFileSync(join(cwd, "new.test.json"), "utf8"))).toMatchObject({
    eval_set_id: "new",
    eval_cases: [{ eval_id: "old" }],
  });
});

test("rows are migrated when they have what the config beside them asks for, as in ADK", async () => {
  const cwd = folderWith({
    "a/old.test.json": [{ query: "hi", reference: "hi" }],
    "b/old.test.json": [{ query: "hi", reference: "hi" }],
    "b/test_config.json": answersOnly,
  });
  const migrate = (folder: string) =>
    AgentEvaluator.migrateEvalDataToNewSchema(
      join(cwd, folder, "old.test.json"),
      join(cwd, folder, "new.evalset.json"),
    );
  await expect(migrate("a")).rejects.toThrow(
    'The first row has no "expected_tool_use", which tool_trajectory_avg_score needs.',
  );
  expect((await migrate("b")).evalCases).toHaveLength(1);
});

test("one run passes by the exact mean of its turns, as ADK's evaluator has it; the command goes by the metric", async () => {
  const turnScores = [1, 1, 0.4];
  const own = () => ({
    overall_score: turnScores.reduce((sum, score) => sum + score, 0) / 3,
    per_invocation_results: turnScores.map((score) => ({ score })),
  });
  const evalSet = {
    eval_set_id: "turns",
    eval_cases: [
      {
        eval_id: "three",
        conversation: turnScores.map((_, turn) => ({ user_content: `${turn}` })),
      },
    ],
  };
  const config = defineConfig({ criteria: { own: 0.8 }, customMetrics: { own } });
  const agentModule = (text: string) => text;
  for (const numRuns of [1, 2]) {
    const run = await AgentEvaluator.evaluateEvalSet({
      agentModule,
      evalSet,
      evalConfig: config,
      numRuns,
      store: "memory",
    });
    expect(run.cases[0]).toMatchObject({ status: "passed", scores: { own: 0.8 } });
    expect(run).toMatchObject({ passed: true, exitCode: 0, totals: { passed: 1 } });
    const strict = await evaluate(agentModule, evalSet, {
      config,
      trials: numRuns,
      store: "memory",
    });
    expect(strict.cases[0]).toMatchObject({ status: "failed" });
  }
});
