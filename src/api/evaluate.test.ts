import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { textOf } from "../core/content.ts";
import { defineConfig } from "../project/define/define-config.ts";
import { loadRun } from "../project/history/load-run.ts";
import { createReporter } from "../reporters/index.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { sqliteStore } from "../stores/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { AgentEvaluator } from "./adk/agent-evaluator.ts";
import { evaluate } from "./evaluate.ts";
import { score } from "./score-saved.ts";

const evalSet = {
  eval_set_id: "greetings",
  eval_cases: [
    { eval_id: "hello", conversation: [{ user_content: "hello", final_response: "hello" }] },
    { eval_id: "bye", conversation: [{ user_content: "bye", final_response: "see you" }] },
  ],
};
const criteria = { response_match_score: 0.8 } as const;
const echo = (text: string) => text;

test("a function is evaluated on a set in memory", async () => {
  const run = await evaluate(echo, evalSet, { criteria, store: "memory" });
  expect(run).toMatchObject({
    status: "failed",
    passed: false,
    exitCode: 1,
    totals: { cases: 2, passed: 1, failed: 1, notEvaluated: 0 },
    scores: { response_match_score: 0.5 },
  });
  expect(run.cases.map(({ evalId, status }) => [evalId, status])).toEqual([
    ["hello", "passed"],
    ["bye", "failed"],
  ]);
  expect(run.about.agent.name).toBe("echo");
});

test("the report of a run that is kept in memory alone proposes no command to look it up", async () => {
  const reportOf = async (store: "memory" | string) => {
    let text = "";
    const out = (more: string) => {
      text += more;
    };
    const reporters = [await createReporter("terminal", { out })];
    await evaluate(echo, evalSet, { criteria, store, reporters });
    return text;
  };
  expect(await reportOf("memory")).not.toContain("assay");
  expect(await reportOf(join(temporaryFolder(), "runs.db"))).toContain("assay runs show");
});

test("every repeat comes back as a list of its own", async () => {
  let calls = 0;
  const moody = (text: string) => {
    calls += 1;
    return calls % 2 === 0 ? "no" : text;
  };
  const options = { criteria, trials: 2, cases: ["hello"], concurrency: 1, store: "memory" };
  const run = await evaluate(moody, evalSet, options);
  expect(run.trials.map((list) => list.map(({ evalId, trial }) => [evalId, trial]))).toEqual([
    [["hello", 0]],
    [["hello", 1]],
  ]);
  expect(run.cases[0]).toMatchObject({ flaky: true, scores: { response_match_score: 0.5 } });
  expect(run.cases[0]?.trials).toHaveLength(2);
});

test("the cases of a result are the rows of the run's fold, each with its conversations", async () => {
  const store = memoryStore();
  const turns = new Map<string, number>();
  const sometimes = (text: string) => {
    const before = turns.get(text) ?? 0;
    turns.set(text, before + 1);
    return before === 1 ? "no" : text;
  };
  for (const require of ["pooled", "all", "any", 2] as const) {
    turns.clear();
    const run = await evaluate(sometimes, evalSet, { criteria, store, trials: 3, require });
    const { summary } = await loadRun(store, run.runId);
    const rows = summary.cases.map(({ evalSetId, evalId, status, flaky, trials }) => ({
      ...{ evalSetId, evalId, status, flaky, trials },
    }));
    const cases = run.cases.map(({ evalSetId, evalId, status, flaky, trials }) => ({
      ...{ evalSetId, evalId, status, flaky, trials: trials.length },
    }));
    expect(cases).toEqual(rows);
    for (const { evalId, trials } of run.cases) {
      expect(trials.map((each) => [each.evalId, each.trial])).toEqual(
        [0, 1, 2].map((trial) => [evalId, trial]),
      );
      expect(trials.every((each) => each.invocations.length === 1)).toBe(true);
    }
    expect(run.cases.filter(({ passed }) => passed)).toHaveLength(run.totals.passed);
  }
});

test("a case that was stopped between its trials has no verdict, and its conversation is kept", async () => {
  const stop = new AbortController();
  let calls = 0;
  const agent = (text: string) => {
    calls += 1;
    if (calls === 2) stop.abort();
    return text;
  };
  const options = { criteria, store: memoryStore(), trials: 2, concurrency: 1, cases: ["hello"] };
  const run = await evaluate(agent, evalSet, { ...options, signal: stop.signal });
  expect(run).toMatchObject({ status: "incomplete", cases: [] });
  expect(run.trials.flat()).toMatchObject([{ evalId: "hello", trial: 0, status: "passed" }]);
  const scored = await score(run, { criteria, store: options.store });
  expect(scored.trials.flat()).toHaveLength(1);
});

test("a written conversation is as long as it is", async () => {
  const turns = Array.from({ length: 1_001 }, (_, turn) => ({
    user_content: `turn ${turn}`,
    final_response: `turn ${turn}`,
  }));
  const long = { eval_set_id: "long", eval_cases: [{ eval_id: "all", conversation: turns }] };
  const run = await evaluate(echo, long, { criteria, store: "memory" });
  expect(run).toMatchObject({ status: "passed", totals: { passed: 1 } });
  expect(run.cases[0]?.trials[0]?.invocations).toHaveLength(1_001);
});

test("a rule for trials that there is not is refused", async () => {
  for (const require of ["al", 1.5, 3]) {
    const options = { criteria, store: "memory", trials: 2, require: require as never };
    await expect(evaluate(echo, evalSet, options)).rejects.toMatchObject({ code: "cli/usage" });
  }
});

test("the run is kept in the store that was handed over, and the store stays open", async () => {
  const store = memoryStore();
  const { runId } = await evaluate({ agent: echo, evalSet, criteria, store });
  expect((await store.list()).map((run) => run.runId)).toEqual([runId]);
});

test("without a store the workspace's database keeps the run", async () => {
  const folder = temporaryFolder();
  const { runId } = await evaluate({ agent: echo, evalSet, criteria, cwd: folder });
  const store = sqliteStore(join(folder, ".assay/assay.db"));
  expect((await store.list()).map((run) => run.runId)).toEqual([runId]);
  await store.close();
});

test("an object in the spelling of our own types is read too", async () => {
  const camel = {
    evalSetId: "one",
    evalCases: [{ evalId: "hello", conversation: [{ userContent: "hi", finalResponse: "hi" }] }],
  };
  expect(await evaluate(echo, camel, { criteria, store: "memory" })).toMatchObject({
    passed: true,
  });
});

test("a mistake in a set or a config gets the sentence that a file gets", async () => {
  const wrong = { eval_cases: [{ eval_id: "a", conversation: [{ user_contnt: "hi" }] }] };
  await expect(evaluate(echo, wrong, { store: "memory" })).rejects.toMatchObject({
    code: "eval-set/invalid",
    hint: expect.stringContaining("user_content"),
  });
  const misspelt = { response_match: 0.8 } as object;
  await expect(
    evaluate(echo, evalSet, { criteria: misspelt, store: "memory" }),
  ).rejects.toMatchObject({
    code: "config/invalid",
    message: 'There is no metric "response_match".',
  });
});

test("a module that was imported whole, and one agent of several, are found", async () => {
  const agents = { shout: (text: string) => text.toUpperCase() };
  const module = await import("../../tests/fixtures/agents/echo-module.ts");
  const options = { criteria, cases: ["hello"], store: "memory" };
  expect(await evaluate(module, evalSet, options)).toMatchObject({ passed: true });
  const one = { ...options, agentName: "mumble" };
  expect(await evaluate(module, evalSet, one)).toMatchObject({ status: "failed" });
  await expect(evaluate(agents.shout, evalSet, one)).rejects.toMatchObject({
    code: "agent/not-found",
    message: 'shout has no agent "mumble".',
  });
});

test("a misspelt option is refused", async () => {
  const options = { num_trials: 3 } as object;
  await expect(evaluate(echo, evalSet, options)).rejects.toMatchObject({
    message: 'evaluate has no option "num_trials".',
  });
  await expect(evaluate(echo, evalSet, { trials: 0 })).rejects.toThrow(/whole number from 1/);
  const timeouts = { turns: 5 } as object;
  await expect(evaluate(echo, evalSet, { timeouts })).rejects.toMatchObject({
    message: 'timeouts has no option "turns".',
    hint: "Did you mean turn?",
  });
  for (const turn of [0, -1, Number.NaN, "5" as unknown as number]) {
    await expect(evaluate(echo, evalSet, { timeouts: { turn } })).rejects.toThrow(
      /^timeouts\.turn is .*; a number of seconds was expected\.$/,
    );
  }
});

test("a session given as an object may be spelt as in files, and a misspelt key is refused", async () => {
  const who = (_text: string, { user, state }: { user: string; state: object }) =>
    JSON.stringify({ user, state });
  const users = async (initialSession: object) => {
    const run = await evaluate(who, evalSet, { criteria, initialSession, store: "memory" });
    return textOf(run.cases[0]?.trials[0]?.invocations[0]?.finalResponse);
  };
  const answer = JSON.stringify({ user: "u9", state: { a: 1 } });
  expect(await users({ user_id: "u9", state: { a: 1 } })).toBe(answer);
  expect(await users({ userId: "u9", state: { a: 1 } })).toBe(answer);
  await expect(users({ usr_id: "u9" })).rejects.toMatchObject({
    message: 'initialSession has no key "usr_id".',
    hint: 'Did you mean "user_id"?',
  });
});

test("another word for an option is refused with the one that counts", async () => {
  const words = { runs: "trials", numRuns: "trials", evalConfig: "config", judge: "judgeModel" };
  for (const [word, meant] of Object.entries(words)) {
    const call = evaluate(echo, evalSet, { [word]: 2 } as object);
    const hint = `Did you mean ${meant}?`;
    await expect(call).rejects.toMatchObject({ code: "cli/usage", hint });
  }
  const plural = { agent: echo, evalSets: evalSet } as never;
  await expect(evaluate(plural)).rejects.toMatchObject({ hint: "Did you mean evalSet?" });
  const ours = { agentModule: echo, evalSet, criteria, trials: 2 } as never;
  await expect(AgentEvaluator.evaluateEvalSet(ours)).rejects.toMatchObject({
    hint: "Did you mean numRuns?",
  });
});

test("a metric of one's own is a function in the config", async () => {
  const polite = (_: unknown, actual: readonly { finalResponse?: unknown }[]) => ({
    score: JSON.stringify(actual).includes("please") ? 1 : 0,
  });
  const run = await evaluate({
    agent: () => "yes please",
    evalSet,
    config: defineConfig({ criteria: { polite: 1 }, customMetrics: { polite } }),
    store: "memory",
  });
  expect(run).toMatchObject({ status: "passed", scores: { polite: 1 } });
});

test("what the agent prints in a turn is kept with its case, and other prints pass", async () => {
  const { console } = globalThis;
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const agent = (text: string) => {
    console.log("thinking of", text);
    return text;
  };
  const running = evaluate(agent, evalSet, { criteria, store: "memory" });
  console.log("outside");
  const run = await running;
  expect(run.trials.flat().map(({ output }) => output)).toEqual([
    "thinking of hello\n",
    "thinking of bye\n",
  ]);
  expect(print.mock.calls).toEqual([["outside"]]);
});

test("an empty list of sets is not taken for all that lie about", async () => {
  const empty = evaluate(echo, [], { criteria, store: "memory" });
  await expect(empty).rejects.toMatchObject({ message: "The list of eval sets is empty." });
});

test("what is no agent and has no name is called just that", async () => {
  const none = evaluate(undefined as never, evalSet, { criteria, store: "memory" });
  await expect(none).rejects.toThrow("The agent is missing, which is no kind of agent");
});
