import { expect, test } from "vitest";
import type { Agent } from "../core/agent.ts";
import { textContent, textOf } from "../core/content.ts";
import type { Metric } from "../core/metric.ts";
import type { RunEvent } from "../core/run.ts";
import { anEvalCase, anExpectedTurn, aRunStart } from "../testing/builders.ts";
import { runCases } from "./run-cases.ts";
import type { PlannedCase, RunPlan, RunTurn } from "./run-plan.ts";

const always = new AbortController().signal;

const passes: Metric = {
  name: "always",
  version: 1,
  threshold: 1,
  direction: "higher",
  range: { min: 0, max: 1 },
  needs: [],
  criterion: undefined,
  measure: ({ actual }) => ({
    kind: "scored",
    score: 1,
    perInvocation: actual.map(() => ({ score: 1 })),
  }),
};

/** Answers every message with itself, through whatever the agent's conversation does. */
const runTurn: RunTurn = async ({ conversation, content, invocationId, timeoutMs }) => {
  const invocation = { invocationId, userContent: content, creationTimestamp: 0 };
  const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), timeoutMs));
  try {
    const answer = conversation.send({ content, text: textOf(content) ?? "" }, {} as never);
    const text = await Promise.race([answer, late]);
    if (text === "late")
      return { invocation, status: "timeout", problem: "waited for the answer." };
    return {
      invocation: { ...invocation, finalResponse: textContent("model", text ?? "") },
      status: "done",
    };
  } catch (error) {
    return { invocation, status: "failed", problem: String(error) };
  }
};

const echo: Agent = {
  name: "echo",
  start: ({ history }) => ({
    resumed: history !== undefined,
    send: async (input) => ("text" in input ? input.text : ""),
  }),
};

function aPlannedCase(
  evalId: string,
  turns: readonly string[],
  more: Partial<PlannedCase> = {},
): PlannedCase {
  const conversation = turns.map((user) => anExpectedTurn({ user }));
  const evalCase = anEvalCase({ evalId, conversation });
  return {
    evalSetId: "set-1",
    evalId,
    trial: 0,
    index: 0,
    metrics: [passes],
    freshSession: false,
    load: () => evalCase,
    ...more,
  };
}

async function eventsOf(
  cases: readonly PlannedCase[],
  more: Partial<RunPlan> = {},
): Promise<readonly RunEvent[]> {
  const plan: RunPlan = {
    runId: "run-1",
    about: aRunStart().about,
    resumes: false,
    agent: echo,
    cases,
    userFor: ({ conversation = [] }) => ({
      next(soFar) {
        const next = conversation[soFar.length];
        return next === undefined
          ? { type: "stop", why: "over" }
          : { type: "say", content: next.userContent };
      },
    }),
    runTurn,
    concurrency: 2,
    deadlines: { turn: 1000, case: 5000, run: Number.POSITIVE_INFINITY },
    maxTurns: 20,
    failFast: false,
    stop: always,
    kill: always,
    now: () => new Date(0),
    newId: () => "id",
    ...more,
  };
  return await Array.fromAsync(runCases(plan));
}

const types = (events: readonly RunEvent[]) => events.map((event) => event.type);
const ends = (events: readonly RunEvent[]) => events.filter((event) => event.type === "case-end");

test("a run says when it begins, what every turn was, how each case ended, and that it is over", async () => {
  const events = await eventsOf([aPlannedCase("a", ["one", "two"])]);
  expect(types(events)).toEqual([
    "run-start",
    "case-start",
    "turn-end",
    "turn-end",
    "case-end",
    "run-end",
  ]);
  expect(ends(events)).toMatchObject([{ evalId: "a", status: "passed" }]);
  expect(events.at(-1)).toMatchObject({ status: "ended" });
});

test("an agent that cannot start fails its case and no other", async () => {
  const broken: Agent = { name: "broken", start: () => Promise.reject(new Error("no session")) };
  const events = await eventsOf([
    aPlannedCase("a", ["one"], { agent: broken }),
    aPlannedCase("b", ["one"]),
  ]);
  const byId = new Map(ends(events).map((event) => [event.evalId, event]));
  expect(byId.get("a")).toMatchObject({
    status: "failed",
    reason: "agent-error",
    detail: "no session",
  });
  expect(byId.get("b")).toMatchObject({ status: "passed" });
});

test("a case past its own deadline fails with timeout, whatever the turn's deadline is", async () => {
  const hangs: Agent = { name: "hangs", start: () => ({ send: () => new Promise(() => {}) }) };
  const deadlines = { turn: 60_000, case: 50, run: Number.POSITIVE_INFINITY };
  const events = await eventsOf([aPlannedCase("a", ["one"])], { agent: hangs, deadlines });
  expect(ends(events)).toMatchObject([
    { status: "failed", reason: "timeout", detail: "Turn 1: waited for the answer." },
  ]);
});

test("a deadline of a hundred days does not end a run at once", async () => {
  const days = 100 * 86_400_000;
  const deadlines = { turn: 1000, case: 5000, run: days };
  const events = await eventsOf([aPlannedCase("a", ["one"]), aPlannedCase("b", ["two"])], {
    deadlines,
  });
  expect(events.at(-1)).toMatchObject({ type: "run-end", status: "ended" });
});

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

test("no more conversations are held at once than asked for", async () => {
  let now = 0;
  let most = 0;
  const counting: Agent = {
    name: "counting",
    start: () => ({
      async send() {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        return "yes";
      },
    }),
  };
  const cases = Array.from({ length: 12 }, (_, index) => aPlannedCase(`c${index}`, ["one"]));
  await eventsOf(cases, { agent: counting, concurrency: 3 });
  expect(most).toBe(3);
});

test("with fail-fast nothing new begins after a case has failed", async () => {
  const failing: Metric = {
    ...passes,
    measure: () => ({ kind: "scored", score: 0, perInvocation: [] }),
  };
  const cases = [aPlannedCase("a", ["one"], { metrics: [failing] }), aPlannedCase("b", ["one"])];
  const events = await eventsOf(cases, { failFast: true, concurrency: 1 });
  expect(ends(events).map((event) => event.evalId)).toEqual(["a"]);
  expect(events.at(-1)).toMatchObject({ status: "stopped-early" });
});

test("a case without a user to play it is not evaluated, and the agent is not called", async () => {
  const never: Agent = { name: "never", start: () => Promise.reject(new Error("called")) };
  const events = await eventsOf([aPlannedCase("a", ["one"])], {
    agent: never,
    userFor: () => ({ unsupported: "The case is a scenario." }),
  });
  expect(ends(events)).toMatchObject([
    { status: "not-evaluated", reason: "unsupported", detail: "The case is a scenario." },
  ]);
});

test("a case may have a deadline of its own", async () => {
  const hangs: Agent = { name: "hangs", start: () => ({ send: () => new Promise(() => {}) }) };
  const evalCase = anEvalCase({ evalId: "a", assay: { timeoutSeconds: 0.05 } });
  const deadlines = { turn: 60_000, case: 60_000, run: Number.POSITIVE_INFINITY };
  const events = await eventsOf([aPlannedCase("a", ["one"], { load: () => evalCase })], {
    agent: hangs,
    deadlines,
  });
  expect(ends(events)).toMatchObject([{ status: "failed", reason: "timeout" }]);
});

test("an agent whose conversations disturb each other holds one at a time", async () => {
  let open = 0;
  let most = 0;
  const alone: Agent = {
    name: "alone",
    oneAtATime: true,
    start: () => {
      open += 1;
      most = Math.max(most, open);
      return {
        send: async () => "answer",
        close: async () => {
          open -= 1;
        },
      };
    },
  };
  const cases = ["a", "b", "c"].map((evalId) => aPlannedCase(evalId, ["hi"]));
  const events = await eventsOf(cases, { agent: alone, concurrency: 3 });
  expect(events.filter(({ type }) => type === "case-end")).toHaveLength(3);
  expect(most).toBe(1);
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
