import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { agentFactory } from "../../agents/agent-factory.ts";
import { tool } from "../../agents/index.ts";
import { AgentEvaluator } from "../../api/adk/agent-evaluator.ts";
import { evaluate } from "../../api/evaluate.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { findRun } from "../history/finding/find-run.ts";
import { findStoppedRun } from "./find-stopped-run.ts";

const evalSet = {
  eval_set_id: "demo",
  eval_cases: ["a", "b"].map((id) => ({
    eval_id: id,
    conversation: [{ user_content: id, final_response: id }],
  })),
};
const criteria = { response_match_score: 1 };

/** The same agent for a resume, whatever stands behind it. */
function agentOf(answer: (text: string) => string | Promise<string>) {
  return async function stops(text: string): Promise<string> {
    return await answer(text);
  };
}

/** A run that was stopped when its agent was asked the second time. */
async function stoppedRun(more: Parameters<typeof evaluate>[2] = { criteria }) {
  const store = memoryStore();
  const controller = new AbortController();
  const stops = agentOf((text) => {
    if (text === "b") controller.abort();
    return text;
  });
  const options = { ...more, store, concurrency: 1, signal: controller.signal };
  const { runId } = await evaluate(stops, evalSet, options);
  return { store, runId };
}

test("of two that go on with a run in one process, the second is refused", async () => {
  const { store, runId } = await stoppedRun();
  const calls: string[] = [];
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const stops = agentOf(async (text) => {
    calls.push(text);
    asked.resolve();
    await gate.promise;
    return text;
  });
  const options = { criteria, store, resume: runId };
  const first = evaluate(stops, evalSet, options);
  await asked.promise;
  await expect(evaluate(stops, evalSet, options)).rejects.toMatchObject({ code: "run/busy" });
  gate.resolve();
  expect(await first).toMatchObject({ passed: true, totals: { cases: 2, passed: 2 } });
  expect(calls).toEqual(["b"]);
  // afterwards the run is free again, and has nothing left to do
  const again = await evaluate(stops, evalSet, options);
  expect(again).toMatchObject({ passed: true, totals: { cases: 2, passed: 2 } });
  expect(again.cases).toHaveLength(2);
  expect(calls).toEqual(["b"]);
});

test("with nothing stopped a new run begins", async () => {
  const store = memoryStore();
  const echo = (text: string) => text;
  const first = await evaluate(echo, evalSet, { criteria, store, resume: true });
  const second = await evaluate(echo, evalSet, { criteria, store, resume: true });
  expect(second.runId).not.toBe(first.runId);
  await expect(evaluate(echo, evalSet, { criteria, store, resume: "nope" })).rejects.toThrow(
    'There is no run "nope".',
  );
});

test("a changed set is reported before the agent is called", async () => {
  const { store } = await stoppedRun();
  const other = { ...evalSet, eval_cases: evalSet.eval_cases.slice().reverse() };
  const stops = agentOf(() => Promise.reject(new Error("called")));
  await expect(evaluate(stops, other, { criteria, store, resume: true })).rejects.toMatchObject({
    code: "run/changed",
    message: "Since the run began, the eval set demo has changed.",
    hint: "Begin a new run: leave out resume, or ASSAY_RESUME, this once.",
  });
});

const own = (score: number) => ({
  criteria: { own: 0.5 },
  customMetrics: { own: score === 1 ? () => 1 : () => 0 },
});
const session = (count: number) => ({ initialSession: { state: { count } } });

test.each([
  ["the metric own", { config: own(1) }, { config: own(0) }],
  ["the initial session", { criteria, ...session(1) }, { criteria, ...session(2) }],
  ["the rule for trials", { criteria, trials: 2 }, { criteria, trials: 2, require: "all" }],
  ["the number of trials", { criteria, trials: 2 }, { criteria, trials: 3 }],
] as const)(
  "%s, in code and changed, is reported before the agent is called",
  async (what, one, two) => {
    const { store, runId } = await stoppedRun(one as object);
    const uncalled = agentOf(() => Promise.reject(new Error("called")));
    const again = evaluate(uncalled, evalSet, { ...(two as object), store, resume: runId });
    await expect(again).rejects.toMatchObject({
      code: "run/changed",
      message: `Since the run began, ${what} has changed.`,
    });
    const stops = agentOf((text) => text);
    const same = await evaluate(stops, evalSet, { ...(one as object), store, resume: runId });
    expect(same).toMatchObject({ runId, totals: { cases: 2, notRun: 0 } });
  },
);

test("an agent in code that was changed is reported", async () => {
  const { store } = await stoppedRun();
  async function stops(): Promise<string> {
    return "another";
  }
  await expect(evaluate(stops, evalSet, { criteria, store, resume: true })).rejects.toMatchObject({
    code: "run/changed",
    message: "Since the run began, the agent has changed.",
  });
});

test("another rule for trials is other work: nothing of it was stopped", async () => {
  const { store, runId } = await stoppedRun({ criteria, trials: 2 });
  const options = { criteria, store, trials: 2, require: "all", resume: true } as const;
  const run = await evaluate(
    agentOf((text) => text),
    evalSet,
    options,
  );
  expect(run.runId).not.toBe(runId);
});

test("the newest run is the last one in the journal, even when the clock was set back since", async () => {
  const store = memoryStore();
  const runs = [
    aRunStart({ runId: "old", at: "2026-11-16T12:00:00.000Z" }),
    aRunStart({ runId: "new", at: "2026-11-16T09:00:00.000Z" }),
    ...caseEvents({ runId: "new" }),
  ];
  for (const event of runs) await store.append(event);
  expect(await findRun(store, "latest")).toBe("new");
  expect(await findStoppedRun(store)).toBe("new");
  await store.append(aRunEnd({ runId: "new" }));
  expect(await findStoppedRun(store)).toBe("old");
});

test.each([
  ["the option", { resume: true }, ""],
  ["the environment", {}, "1"],
])("AgentEvaluator goes on with what was stopped when %s says so", async (_, given, variable) => {
  vi.stubEnv("ASSAY_RESUME", variable);
  onTestFinished(() => void vi.unstubAllEnvs());
  const store = memoryStore();
  const stop = new AbortController();
  const calls: string[] = [];
  async function agentModule(text: string): Promise<string> {
    calls.push(text);
    if (text === "b") stop.abort();
    return text;
  }
  const options = { agentModule, evalSet, criteria, store, concurrency: 1, numRuns: 1 };
  const first = AgentEvaluator.evaluateEvalSet({ ...options, resume: false, signal: stop.signal });
  await expect(first).rejects.toThrow();
  const run = await AgentEvaluator.evaluateEvalSet({ ...options, ...given });
  expect(run.totals).toMatchObject({ cases: 2, passed: 2 });
  expect(calls).toEqual(["a", "b", "b"]);
});

test("an agent that was loaded is let go of also when its run is refused", async () => {
  const cwd = temporaryFolder();
  const closed = join(cwd, "closed.txt");
  writeFileSync(
    join(cwd, "agent.mjs"),
    `import { appendFileSync } from "node:fs";
    export const rootAgent = {
      name: "held",
      start: () => ({ send: async () => "a" }),
      dispose: () => appendFileSync(${JSON.stringify(closed)}, "closed "),
    };`,
  );
  const options = { criteria, store: memoryStore(), cwd };
  await expect(evaluate("agent.mjs", evalSet, { ...options, resume: "nope" })).rejects.toThrow(
    /There are no runs/,
  );
  expect(readFileSync(closed, "utf8")).toBe("closed ");
  await evaluate("agent.mjs", evalSet, options);
  expect(readFileSync(closed, "utf8")).toBe("closed closed ");
});

test.each([undefined, true])(
  "turns that run again are reported, where a factory's functions resume: %s",
  async (resumes) => {
    const store = memoryStore();
    const set = {
      eval_set_id: "talks",
      eval_cases: ["x", "y"].map((id) => ({
        eval_id: id,
        conversation: ["one", "two"].map((text) => ({ user_content: text, final_response: text })),
      })),
    };
    const calls: string[] = [];
    let stop: AbortController | undefined = new AbortController();
    const agent = agentFactory(
      () => async (text: string) => {
        calls.push(text);
        if (text === "two") stop?.abort();
        return text;
      },
      { resumes },
    );
    const options = { criteria, store, concurrency: 1 };
    const { runId } = await evaluate(agent, set, { ...options, signal: stop.signal });
    expect(calls).toEqual(["one", "two"]);
    stop = undefined;
    const run = await evaluate(agent, set, { ...options, resume: runId });
    expect(run).toMatchObject({ passed: true });
    const again = resumes === true ? [] : ["one"];
    expect(calls).toEqual(["one", "two", ...again, "two", "one", "two"]);
    const told = "x begins again, since its agent cannot go on with it: the turn it had";
    expect(run.notes).toEqual(resumes === true ? [] : [expect.stringContaining(told)]);
  },
);

test("a world of chance goes on with the seed that the run drew", async () => {
  const store = memoryStore();
  const stop = new AbortController();
  let isStopping = true;
  const agent = async (text: string, { turn }: { turn: Parameters<typeof tool>[0] }) => {
    if (text === "u12" && isStopping) stop.abort();
    return JSON.stringify(await tool(turn, "look", async () => "the real one")({ at: text }));
  };
  const ids = Array.from({ length: 24 }, (_, index) => `u${index}`);
  const many = {
    eval_set_id: "world",
    eval_cases: ids.map((id) => ({ eval_id: id, conversation: [{ user_content: id }] })),
  };
  const config = {
    criteria: { tool_trajectory_avg_score: 0.5 },
    environment_simulation: {
      tool_simulation_configs: [
        {
          tool_name: "look",
          injection_configs: [
            { injection_probability: 0.5, injected_response: { answer: "the one" } },
            { injected_response: { answer: "the other" } },
          ],
        },
      ],
    },
  };
  const options = { config, store, concurrency: 1 } as object;
  const first = await evaluate(agent, many, { ...options, signal: stop.signal });
  isStopping = false;
  const resumed = await evaluate(agent, many, { ...options, resume: true });
  expect(resumed.runId).toBe(first.runId);
  const [start] = await store.runEvents(first.runId);
  const seed = start?.type === "run-start" ? start.about.seed : undefined;
  const undisturbed = await evaluate(agent, many, { ...options, seed });
  const answers = (run: typeof first) =>
    run.trials.flat().map(({ invocations }) => invocations[0]?.finalResponse?.parts?.[0]?.text);
  expect(answers(resumed)).toEqual(answers(undisturbed));
  expect([...new Set(answers(undisturbed))]).toHaveLength(2);
});

test("before a run is read back, its store looks whether everything can be found", async () => {
  const { store, runId } = await stoppedRun();
  const steps: string[] = [];
  const watched = {
    ...store,
    mend: async () => {
      steps.push("mends");
      return { mended: [], damaged: [] };
    },
    runEvents: (id: string) => {
      if (steps.includes("mends")) steps.push("reads");
      return store.runEvents(id);
    },
  };
  const { passed } = await evaluate(
    agentOf((text) => text),
    evalSet,
    {
      criteria,
      store: watched,
      resume: runId,
    },
  );
  expect(passed).toBe(true);
  expect(steps.slice(0, 2)).toEqual(["mends", "reads"]);
});
