import { expect, test } from "vitest";
import { aPlannedCase, ends, eventsOf, passes, types } from "../../tests/planned-cases.ts";
import type { Agent } from "../core/agent.ts";
import { ModelError } from "../core/chat-model.ts";
import { textContent } from "../core/content.ts";
import type { Metric } from "../core/metric.ts";
import { anEvalCase, anExpectedTurn } from "../testing/builders.ts";
import type { RunTurn } from "./run-plan.ts";

test("a run past its deadline stops early and leaves what was in flight to a resume", async () => {
  const cancellable: RunTurn = ({ signal, content, invocationId }) =>
    new Promise((resolve) => {
      const invocation = { invocationId, userContent: content, creationTimestamp: 0 };
      signal.addEventListener("abort", () =>
        resolve({ invocation, status: "cancelled", problem: "waiting for the tool look" }),
      );
    });
  const deadlines = { turn: 60_000, case: 60_000, run: 50 };
  const events = await eventsOf([aPlannedCase("a", ["one"])], { runTurn: cancellable, deadlines });
  expect(ends(events)).toEqual([]);
  expect(events.at(-1)).toMatchObject({ status: "stopped-early" });
  expect(events.at(-1)).toHaveProperty(
    "detail",
    expect.stringContaining("waiting for the tool look"),
  );
});

test("a stopped run begins nothing new", async () => {
  const events = await eventsOf([aPlannedCase("a", ["one"])], { stop: AbortSignal.abort() });
  expect(types(events)).toEqual(["run-start", "run-end"]);
  expect(events.at(-1)).toMatchObject({ status: "interrupted" });
});

test("a resumed conversation goes on after the turns that were held", async () => {
  const held = { sessionId: "s", userId: "u", invocations: [anExpectedTurn({ user: "one" })] };
  const events = await eventsOf([aPlannedCase("a", ["one", "two"], { finishedTurns: held })], {
    resumes: true,
  });
  expect(types(events)).toEqual(["run-resume", "turn-end", "case-end", "run-end"]);
  expect(events[1]).toMatchObject({
    turn: 1,
    invocation: { userContent: textContent("user", "two") },
  });
  expect(ends(events)).toMatchObject([{ status: "passed" }]);
});

test("an agent that cannot take up a conversation begins it again, and the result says so", async () => {
  const forgetful: Agent = { name: "forgetful", start: () => ({ send: async () => "yes" }) };
  const held = { sessionId: "s", userId: "u", invocations: [anExpectedTurn({ user: "one" })] };
  const again: unknown[] = [];
  const events = await eventsOf([aPlannedCase("a", ["one", "two"], { finishedTurns: held })], {
    resumes: true,
    agent: forgetful,
    onRestart: ({ evalId }, turns) => again.push([evalId, turns]),
  });
  expect(again).toEqual([["a", 1]]);
  expect(types(events)).toEqual([
    "run-resume",
    "case-start",
    "turn-end",
    "turn-end",
    "case-end",
    "run-end",
  ]);
  expect(ends(events)).toMatchObject([{ restarted: true }]);
});

type Measure = (kill: AbortController) => Metric["measure"];

const cutOff: Readonly<Record<string, Measure>> = {
  "scores what it has":
    (kill) =>
    async ({ actual }) => {
      kill.abort();
      return { kind: "scored", score: 0, perInvocation: actual.map(() => ({ score: 0 })) };
    },
  "passes all the same":
    (kill) =>
    async ({ actual }) => {
      kill.abort();
      return { kind: "scored", score: 1, perInvocation: actual.map(() => ({ score: 1 })) };
    },
  "never hears of it": (kill) => () => {
    setTimeout(() => kill.abort(), 10);
    return new Promise(() => {});
  },
};

test.each(Object.entries(cutOff))(
  "a case stays open whose measuring was cut off, by a metric that %s",
  async (_, measure) => {
    const kill = new AbortController();
    const metrics = [{ ...passes, measure: measure(kill) }, passes];
    const events = await eventsOf([aPlannedCase("a", ["one"], { metrics })], { kill: kill.signal });
    expect(ends(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: "run-end", status: "interrupted" });
  },
);

test("what an agent answers because it was stopped is not taken for its answer", async () => {
  const kill = new AbortController();
  const obedient: Agent = {
    name: "obedient",
    start: () => ({
      async send() {
        kill.abort();
        return "I was told to sto";
      },
    }),
  };
  const events = await eventsOf([aPlannedCase("a", ["one"])], {
    agent: obedient,
    kill: kill.signal,
  });
  expect(types(events)).toEqual(["run-start", "case-start", "run-end"]);
  expect(events.at(-1)).toMatchObject({ status: "interrupted" });
});

test("a user that stops because it was stopped has not ended the conversation", async () => {
  const kill = new AbortController();
  const events = await eventsOf([aPlannedCase("a", ["one"])], {
    kill: kill.signal,
    userFor: () => ({
      async next() {
        kill.abort();
        return { type: "stop", why: "the goal is reached" };
      },
    }),
  });
  expect(ends(events)).toEqual([]);
});

const neverStarted: Agent = {
  name: "never started",
  start: () => Promise.reject(new Error("the agent was called")),
};

test("a conversation that was held whole is only measured: its agent is not called again", async () => {
  const held = { sessionId: "s", userId: "u", invocations: [anExpectedTurn({ user: "one" })] };
  const events = await eventsOf([aPlannedCase("a", ["one"], { finishedTurns: held })], {
    resumes: true,
    agent: neverStarted,
  });
  expect(types(events)).toEqual(["run-resume", "case-end", "run-end"]);
  expect(ends(events)).toMatchObject([{ status: "passed", turns: 1, restarted: undefined }]);
});

test("a simulated user who had said everything keeps the conversation of an agent that forgets", async () => {
  const forgetful: Agent = {
    name: "forgetful",
    start: () => ({ send: () => Promise.reject(new Error("called")) }),
  };
  const held = { sessionId: "s", userId: "u", invocations: [anExpectedTurn({ user: "one" })] };
  const scenario = anEvalCase({
    evalId: "a",
    conversationScenario: { startingPrompt: "one", conversationPlan: "stop" },
  });
  const events = await eventsOf(
    [aPlannedCase("a", [], { finishedTurns: held, load: () => scenario })],
    {
      resumes: true,
      agent: forgetful,
      userFor: () => ({ next: () => ({ type: "stop", why: "the goal is reached" }) }),
    },
  );
  expect(types(events)).toEqual(["run-resume", "case-end", "run-end"]);
});

test.each(["passed", "failed", "not-evaluated"] as const)(
  "a case that is %s by what was paid for before the ceiling stays open",
  async (status) => {
    const byWhatItGot: Metric = {
      ...passes,
      async measure({ ask, signal, actual }) {
        const model = { id: "judge", generate: () => Promise.reject(new Error("not asked")) };
        const request = { messages: [] };
        const call = { role: "judge", model, request, turn: 0, step: "m", sample: 0 } as const;
        await ask?.(call, signal).catch(() => {});
        if (status === "not-evaluated")
          return { kind: "not-evaluated", reason: "judge-error", detail: "No money." };
        const score = status === "passed" ? 1 : 0;
        return { kind: "scored", score, perInvocation: actual.map(() => ({ score })) };
      },
    };
    const models = {
      call: () => Promise.reject(new ModelError("budget", "The ceiling is reached.")),
      costOf: () => undefined,
    };
    const planned = [aPlannedCase("a", ["one"], { metrics: [byWhatItGot] })];
    const events = await eventsOf(planned, { models, stopsUnpaid: true });
    expect(ends(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ status: "stopped-early" });
    // where nobody resumes, it ends as it can
    expect(ends(await eventsOf(planned, { models }))).toMatchObject([{ status }]);
  },
);
