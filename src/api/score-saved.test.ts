import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { defineConfig } from "../project/define/define-config.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { anEvalCase, anInvocation, aRunEnd, aRunStart, caseEvents } from "../testing/builders.ts";
import { loopbackModels } from "../testing/loopback/loopback-models.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { collect } from "./collect.ts";
import { evaluate } from "./evaluate.ts";
import { runEvals } from "./run-evals.ts";
import { score } from "./score-saved.ts";

const evalSet = {
  eval_set_id: "greetings",
  eval_cases: [
    { eval_id: "hello", conversation: [{ user_content: "hello", final_response: "hello" }] },
  ],
};

function counting() {
  const agent = (text: string) => {
    agent.calls += 1;
    return text;
  };
  agent.calls = 0;
  return agent;
}

test("what was collected is scored without calling the agent again", async () => {
  const agent = counting();
  const held = await collect(agent, evalSet, { trials: 2, store: "memory" });
  expect(held).toMatchObject({ status: "incomplete", scores: {}, totals: { notEvaluated: 1 } });
  expect(held.trials).toHaveLength(2);
  const strict = await held.score({ criteria: { response_match_score: 1 } });
  expect(strict).toMatchObject({ passed: true, about: { kind: "score", scoredRun: held.runId } });
  const other = await score(held, { criteria: { tool_calls: 0 }, store: "memory" });
  expect(other.scores.tool_calls).toBe(0);
  expect(agent.calls).toBe(2);
});

test("a saved run is scored from its file", async () => {
  const agent = counting();
  const path = join(temporaryFolder(), "held.jsonl");
  const held = await collect(agent, evalSet, { store: "memory" });
  await held.save(path);
  const scored = await score(path, { store: "memory" });
  expect(scored).toMatchObject({
    scores: { response_match_score: 1, tool_trajectory_avg_score: 1 },
  });
  expect(agent.calls).toBe(1);
});

test("a run of the store is scored by its id, by other references if given", async () => {
  const store = memoryStore();
  const criteria = { response_match_score: 0.8 };
  const run = await evaluate(counting(), evalSet, { criteria, store });
  expect(await score(run.runId, { store })).toMatchObject({ passed: true });
  const [first] = evalSet.eval_cases;
  const newer = {
    ...evalSet,
    eval_cases: [{ ...first, conversation: [{ user_content: "hello", final_response: "bye" }] }],
  };
  expect(await score("latest", { store, evalSet: newer })).toMatchObject({ status: "failed" });
  await expect(score("nothing-like-it", { store })).rejects.toThrow(/There is no run/);
});

test("a file that is no saved run is refused", async () => {
  const path = new URL("./score-saved.ts", import.meta.url).pathname;
  await expect(score(path, { store: "memory" })).rejects.toThrow("is no saved run.");
});

test("a misspelt option of scoring, and what is no run, are refused", async () => {
  const held = await collect(counting(), evalSet, { store: "memory" });
  const options = { critera: { response_match_score: 1 } } as object;
  const refused = { message: 'score has no option "critera".', hint: "Did you mean criteria?" };
  await expect(score(held, options)).rejects.toMatchObject(refused);
  await expect(held.score(options)).rejects.toMatchObject(refused);
  await expect(score("latest", options)).rejects.toMatchObject(refused);
  for (const nothing of [{}, undefined, 5, null]) {
    await expect(score(nothing as never)).rejects.toMatchObject({ code: "run/not-found" });
  }
});

test("a run is also a stream of its events", async () => {
  const criteria = { response_match_score: 0.8 };
  const types: string[] = [];
  for await (const { type } of runEvals({
    agent: counting(),
    evalSet,
    criteria,
    store: "memory",
  })) {
    types.push(type);
  }
  expect(types).toEqual(["run-start", "case-start", "turn-end", "case-end", "run-end"]);
});

test("whoever leaves the stream stops the run", async () => {
  const store = memoryStore();
  const many = {
    eval_cases: Array.from({ length: 50 }, (_, index) => ({
      eval_id: `case-${index}`,
      conversation: [{ user_content: "hello", final_response: "hello" }],
    })),
  };
  const agent = counting();
  const options = { agent, evalSet: many, criteria: { response_match_score: 1 }, store };
  for await (const { type } of runEvals({ ...options, concurrency: 1 })) {
    if (type === "case-end") break;
  }
  expect(agent.calls).toBeLessThan(50);
  expect((await store.list()).map(({ endedAt }) => endedAt !== undefined)).toEqual([true]);
});

test("what was collected is judged by a model, without calling the agent again", async () => {
  const judge = await loopbackModels(({ body }) => {
    const nonce = /MATERIAL (\w{32})/.exec(JSON.stringify(body))?.[1];
    return { text: JSON.stringify({ nonce, rationale: "The same.", verdict: "valid" }) };
  });
  onTestFinished(() => judge.close());
  const agent = counting();
  const held = await collect(agent, evalSet, { store: "memory" });
  const scored = await held.score({
    criteria: { final_response_match_v2: 0.8 },
    judgeModel: "openai-compatible/judge",
    baseUrl: `${judge.url}/v1`,
  });
  expect(scored).toMatchObject({ passed: true, scores: { final_response_match_v2: 1 } });
  expect(judge.requests).toHaveLength(5);
  expect(agent.calls).toBe(1);
});

const scenario = { startingPrompt: "hi", conversationPlan: "Say hi." };

test("a conversation with a simulated user is scored as it was held", async () => {
  const store = memoryStore();
  const evalCase = anEvalCase({ conversationScenario: scenario });
  const invocations = ["hi", "and bye"].map((user) => anInvocation({ user, calls: [look] }));
  for (const event of [aRunStart(), ...caseEvents({ evalCase, invocations }), aRunEnd()]) {
    await store.append(event);
  }
  const run = await score("run-1", { store, criteria: { tool_call_count_v1: 5 } });
  expect(run).toMatchObject({ passed: true, scores: { tool_call_count_v1: 1 } });
  expect(run.cases[0]?.trials[0]?.invocations).toEqual(invocations);
});

const look = { name: "look", args: {} };

test.each([
  ["failed", "agent-error"],
  ["failed", "timeout"],
  ["not-evaluated", "simulator-fault"],
] as const)(
  "a conversation that had %s with %s has not become another one",
  async (status, reason) => {
    for (const evalCase of [anEvalCase(), anEvalCase({ conversationScenario: scenario })]) {
      const store = memoryStore();
      const partial = anInvocation({ user: "hi" });
      const end = { status, reason, detail: "Turn 1: it broke.", metrics: [], partial };
      const events = caseEvents({ evalCase, invocations: [], end });
      for (const event of [aRunStart(), ...events, aRunEnd()]) await store.append(event);
      const run = await score("run-1", { store, criteria: { tool_call_count_v1: 5 } });
      expect(run.trials.flat()).toMatchObject([
        { status, reason, detail: "Turn 1: it broke.", partial },
      ]);
    }
  },
);

test("newer references are taken by set and case, and a set the run never had is refused", async () => {
  const set = (id: string, answer: string) => ({
    eval_set_id: id,
    eval_cases: [
      { eval_id: "hello", conversation: [{ user_content: "hello", final_response: answer }] },
    ],
  });
  const store = memoryStore();
  const criteria = { response_match_score: 0.8 };
  await evaluate(counting(), [set("a", "hello"), set("b", "hello")], { criteria, store });
  const scored = await score("latest", { store, evalSet: [set("b", "bye")] });
  expect(scored.cases.map(({ evalSetId, status }) => [evalSetId, status])).toEqual([
    ["a", "passed"],
    ["b", "failed"],
  ]);
  await expect(score("latest", { store, evalSet: set("c", "bye") })).rejects.toThrow(
    /the run has no set of that id/,
  );
});

test("latest is the newest run that called an agent, not one that scored it", async () => {
  const store = memoryStore();
  const held = await evaluate(counting(), evalSet, {
    store,
    criteria: { response_match_score: 1 },
  });
  await score("latest", { store });
  const again = await score("latest", { store });
  expect(again.about.scoredRun).toBe(held.runId);
});

test("scoring that is refused lets go of the run it was to go on with", async () => {
  const store = memoryStore();
  const criteria = { response_match_score: 1 };
  const held = await evaluate(counting(), evalSet, { store, criteria });
  const stopped = await score(held, { store, criteria, signal: AbortSignal.abort() });
  const resume = stopped.runId;
  const others = { ...evalSet, eval_set_id: "others" };
  await expect(score(held, { store, criteria, resume, evalSet: others })).rejects.toThrow(
    /the run has no set of that id/,
  );
  expect(await score(held, { store, criteria, resume })).toMatchObject({
    passed: true,
    runId: resume,
  });
});

test("what a metric leaves to fail on its own fails that metric, and not the program", async () => {
  const held = await collect(counting(), evalSet, { store: "memory" });
  const stray = () => {
    void Promise.reject(new Error("nobody waits for this"));
    return new Promise<{ score: number }>((resolve) => setTimeout(resolve, 20, { score: 1 }));
  };
  const config = defineConfig({ criteria: { stray: 0.5 }, customMetrics: { stray } });
  const scored = await held.score({ config });
  expect(scored.cases[0]?.trials[0]?.metrics[0]).toMatchObject({
    status: "not-evaluated",
    reason: "metric-error",
    detail: expect.stringContaining("nobody waits for this"),
  });
});

test("newer references are looked at as the sets of a run are", async () => {
  const store = memoryStore();
  const criteria = { response_match_score: 0.8 };
  await evaluate(counting(), evalSet, { criteria, store });
  const [first] = evalSet.eval_cases;
  const newer = (more: object) => ({ ...evalSet, eval_cases: [{ ...first, ...more }] });
  await expect(
    score("latest", {
      store,
      evalSet: newer({ assay: { thresholds: { response_mach_score: 0.99 } } }),
    }),
  ).rejects.toThrow('There is no metric "response_mach_score".');
  const scored = await score("latest", {
    store,
    evalSet: newer({ final_session_state: { said: 1 }, tags: ["smoke"] }),
  });
  expect(scored.notes).toEqual([
    expect.stringContaining('"tags" means nothing outside of "assay".'),
    expect.stringContaining("No metric looks at the final_session_state of a case."),
  ]);
  expect((await score("latest", { store, evalSet })).notes).toEqual([]);
});

test("a run is scored again by the prices that its config stated", async () => {
  const judge = await loopbackModels(({ body }) => {
    const nonce = /MATERIAL (\w{32})/.exec(JSON.stringify(body))?.[1];
    const text = JSON.stringify({ nonce, rationale: "The same.", verdict: "valid" });
    return { text, usage: { input: 100, output: 10 } };
  });
  onTestFinished(() => judge.close());
  const judged = { judgeModel: "openai-compatible/judge", baseUrl: `${judge.url}/v1` };
  const criteria = { final_response_match_v2: 0.8 };
  const store = memoryStore();
  await evaluate(counting(), evalSet, { store, ...judged, criteria });
  const refused = score("latest", { store, ...judged, maxCost: 1 });
  await expect(refused).rejects.toThrow("the price of openai-compatible/judge is not known");
  const modelPrices = { "openai-compatible/judge": { input: 1, output: 4 } };
  const config = defineConfig({ criteria, modelPrices });
  await evaluate(counting(), evalSet, { store, ...judged, config });
  const scored = await score("latest", { store, ...judged, maxCost: 1 });
  expect(scored).toMatchObject({ passed: true });
});

test("a judge that nobody asks is reported", async () => {
  const store = memoryStore();
  const options = { store, criteria: { response_match_score: 0.8 }, judgeModel: "gemini-2.5-pro" };
  const told = "gemini-2.5-pro is named as the judge and will not be asked";
  const held = await evaluate(counting(), evalSet, options);
  expect(held.notes).toEqual([expect.stringContaining(told)]);
  expect((await score(held, options)).notes).toEqual([expect.stringContaining(told)]);
});
