import { expect, test } from "vitest";
import { aPlannedCase, ends, eventsOf, passes, types } from "../../tests/planned-cases.ts";
import type { Agent } from "../core/agent.ts";
import type { Metric } from "../core/metric.ts";
import { anEvalCase } from "../testing/builders.ts";
import type { Halt } from "./run-plan.ts";

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
    { reason: "timeout", detail: "Turn 1: waited as long as a case of 50 ms may take." },
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
  expect(ends(events)).toMatchObject([
    { reason: "timeout", detail: "Turn 1: waited as long as a case of 50 ms may take." },
  ]);
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

/** Halts while it answers this message. */
function haltingAt(message: string, reason: Halt): { agent: Agent; halt: AbortSignal } {
  const controller = new AbortController();
  const agent: Agent = {
    name: "halting",
    start: () => ({
      async send(input) {
        if ("text" in input && input.text === message) controller.abort(reason);
        return "yes";
      },
    }),
  };
  return { agent, halt: controller.signal };
}

/** Three cases of two trials each. */
function twice() {
  return ["a", "b", "c"].flatMap((id, index) =>
    [0, 1].map((trial) => ({ ...aPlannedCase(id, [`to ${id}`]), trial, index })),
  );
}

test("a run that is decided begins no new case, lets those that have begun come to their end, and has ended", async () => {
  const { agent, halt } = haltingAt("to b", { status: "ended" });
  const events = await eventsOf(twice(), { agent, halt, concurrency: 1 });
  expect(ends(events).map(({ evalId, trial }) => `${evalId} ${trial}`)).toEqual([
    ...["a 0", "a 1", "b 0", "b 1"],
  ]);
  expect(events.at(-1)).toMatchObject({ type: "run-end", status: "ended" });
});

test("a run whose money is spent begins no new conversation, and says why it stopped", async () => {
  const { agent, halt } = haltingAt("to b", { status: "stopped-early", detail: "It is spent." });
  const events = await eventsOf(twice(), { agent, halt, concurrency: 1 });
  expect(ends(events).map(({ evalId, trial }) => `${evalId} ${trial}`)).toEqual([
    ...["a 0", "a 1", "b 0"],
  ]);
  expect(events.at(-1)).toMatchObject({ status: "stopped-early", detail: "It is spent." });
});
