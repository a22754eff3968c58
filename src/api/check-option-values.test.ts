import { expect, test } from "vitest";
import { evalSuite } from "../test-runners/eval-suite.ts";
import { EvalRunner } from "./adk/eval-runner.ts";
import { checkedOptions } from "./check-option-values.ts";
import { collect } from "./collect.ts";
import { evaluate } from "./evaluate.ts";
import { runEvals } from "./run-evals.ts";
import { runOptionNames } from "./run-options.ts";
import { score } from "./score-saved.ts";

const turn = { user_content: "hello", final_response: "hello" };
const evalSet = { eval_set_id: "greetings", eval_cases: [{ eval_id: "a", conversation: [turn] }] };

/** Counts how often it is called: a mistake is reported before. */
function countedAgent() {
  const seen: string[] = [];
  return { seen, agent: (text: string) => String(seen.push(text)) };
}

test.each([
  ["agentName", 5, "agentName is 5; a name was expected."],
  ["cases", "a", 'cases is "a"; an array of case ids was expected.'],
  ["cases", [], "cases is an empty array; an array of case ids was expected."],
  ["tags", "critical", 'tags is "critical"; an array of tags was expected.'],
  ["tags", [5], "tags is an array; an array of tags was expected."],
  ["initialSession", 1, "initialSession is 1; a file or a session was expected."],
  ["failFast", "no", 'failFast is "no"; true or false was expected.'],
  ["judgeModel", 5, "judgeModel is 5; the name of a model, an AI SDK model or a function"],
  ["baseUrl", 80, "baseUrl is 80; an address was expected."],
  ["maxCost", "1", 'maxCost is "1"; a number of US dollars was expected.'],
  ["maxCost", Number.NaN, "maxCost is NaN; a number of US dollars was expected."],
  ["maxCost", -1, "maxCost is -1; a number of US dollars was expected."],
  ["seed", "x", 'seed is "x"; a whole number was expected.'],
  ["store", 5, 'store is 5; a file, "memory" or a store was expected.'],
  ["store", {}, 'store is an empty object; a file, "memory" or a store was expected.'],
  ["adkResults", true, "adkResults is true; auto, always or never was expected."],
  ["cwd", 5, "cwd is 5; a folder was expected."],
  ["signal", {}, "signal is an empty object; an AbortSignal was expected."],
  ["resume", 1, "resume is 1; true, false or the id of a run was expected."],
  ["trials", Number.NaN, "trials is NaN; a whole number from 1 was expected."],
  ["concurrency", Number.POSITIVE_INFINITY, "concurrency is Infinity; a whole number"],
  ["timeouts", 5, "timeouts is 5; an object was expected."],
  ["timeouts", null, "timeouts is null; an object was expected."],
  ["trials", null, "trials is null; a whole number from 1 was expected."],
  ["concurrency", null, "concurrency is null; a whole number from 1 was expected."],
  ["maxCost", null, "maxCost is null; a number of US dollars was expected."],
])("%s: %j is refused before the agent is called", async (name, value, message) => {
  const { seen, agent } = countedAgent();
  const options = { store: "memory", [name]: value } as object;
  const refused = {
    code: "cli/usage",
    message: expect.stringContaining(message),
    hint: expect.any(String),
  };
  await expect(evaluate(agent, evalSet, options)).rejects.toMatchObject(refused);
  await expect(collect(agent, evalSet, options)).rejects.toMatchObject(refused);
  const stream = runEvals({ agent, evalSet, ...options });
  await expect(stream.next()).rejects.toMatchObject(refused);
  if (name !== "cases" && name !== "tags") {
    const runner = new EvalRunner({ agent, ...options });
    await expect(runner.runCase(turn)).rejects.toMatchObject(refused);
  }
  if (name !== "failFast" && name !== "signal") {
    expect(() => evalSuite({ agent, evalSet, options })).toThrow(
      // what a test runner shows is wrapped
      new RegExp(message.slice(0, 30).replace(/[[\].]/g, "\\$&")),
    );
  }
  expect(seen).toEqual([]);
});

test.each([
  ["maxCost", "1"],
  ["store", 5],
  ["resume", 1],
  ["cwd", 5],
  ["judgeModel", 5],
])("score refuses %s: %j too", async (name, value) => {
  const run = await evaluate((text: string) => text, evalSet, { store: "memory" });
  const refused = { code: "cli/usage", message: expect.stringContaining(`${name} is `) };
  await expect(score(run, { [name]: value } as object)).rejects.toMatchObject(refused);
});

test.each([
  [[], "evaluate was given nothing."],
  [[undefined], "evaluate was given nothing."],
  [["agents/desk"], 'evaluate was given "agents/desk".'],
  [[(text: string) => text], "evaluate was given a function."],
  [[{ evalSet }], "evaluate was given options without an agent."],
])("evaluate(%j) says how it is called", async (given, message) => {
  const call = evaluate as (...all: unknown[]) => Promise<unknown>;
  await expect(call(...given)).rejects.toMatchObject({
    code: "cli/usage",
    message,
    hint: "Write evaluate({ agent, evalSet, … }), or evaluate(agent, evalSet, …).",
  });
});

test("runEvals says how it is called when its events are asked for", async () => {
  const events = (runEvals as (what?: unknown) => AsyncGenerator)();
  await expect(events.next()).rejects.toMatchObject({
    message: "runEvals was given nothing.",
    hint: "Write runEvals({ agent, evalSet, … }).",
  });
});

test("every kind is that of an option there is", () => {
  expect(runOptionNames).toEqual(expect.arrayContaining([...checkedOptions()]));
});

test("more at once than there are conversations is no more work", async () => {
  const agent = (text: string) => text;
  const run = await evaluate(agent, evalSet, { store: "memory", trials: 3, concurrency: 1e12 });
  expect(run.totals.passed).toBe(1);
  expect(run.about.concurrency).toBe(1e12);
});
