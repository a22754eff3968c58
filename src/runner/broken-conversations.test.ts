import { expect, test } from "vitest";
import { aPlannedCase, ends, eventsOf } from "../../tests/planned-cases.ts";
import type { Agent } from "../core/agent.ts";
import type { Environment } from "../core/environment.ts";
import { caseFold } from "../core/folds/case-result.ts";
import { anInvocation } from "../testing/builders.ts";

const agentWith = (state: (turn: number) => Record<string, unknown>): Agent => ({
  name: "stateful",
  start: () => {
    let turn = 0;
    return {
      resumed: true,
      send: async () => "yes",
      state: () => {
        turn += 1;
        return state(turn);
      },
    };
  },
});

test("an agent whose state breaks keeps the turns that it had, and the one that it broke in", async () => {
  const agent = agentWith((turn) => {
    if (turn === 2) throw new Error("no state");
    return {};
  });
  const events = await eventsOf([aPlannedCase("a", ["one", "two", "three"])], { agent });
  const fold = caseFold();
  const [result] = events.flatMap((event) => fold.apply(event) ?? []);
  expect(result).toMatchObject({ status: "failed", reason: "agent-error", detail: "no state" });
  expect(result?.invocations).toHaveLength(1);
  expect(result?.partial).toMatchObject({ userContent: { parts: [{ text: "two" }] } });
});

test("a state that never comes is waited for no longer than a turn", async () => {
  const agent = agentWith(() => new Promise<never>(() => {}) as never);
  const deadlines = { turn: 50, case: 60_000, run: Number.POSITIVE_INFINITY };
  const events = await eventsOf([aPlannedCase("a", ["one"])], { agent, deadlines });
  expect(ends(events)).toMatchObject([
    { status: "failed", reason: "timeout", detail: "Waited 0.05 s for the session state." },
  ]);
});

test("whatever an agent throws ends its case and no other", async () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error("never read");
      },
    },
  );
  const start = () => {
    throw hostile;
  };
  const events = await eventsOf([
    aPlannedCase("a", ["one"], { agent: { name: "hostile", start } }),
    aPlannedCase("b", ["one"]),
  ]);
  const statuses = new Map(ends(events).map(({ evalId, status }) => [evalId, status]));
  expect(Object.fromEntries(statuses)).toEqual({ a: "failed", b: "passed" });
});

test("a simulated environment that cannot go on is not the agent's failure", async () => {
  const environment: Partial<Environment> = {
    restore: () => Promise.reject(new Error("its model is down")),
    problemOf: () => undefined,
  };
  const finishedTurns = { sessionId: "s", userId: "u", invocations: [anInvocation()] };
  const events = await eventsOf([{ ...aPlannedCase("a", ["one", "two"]), finishedTurns }], {
    agent: agentWith(() => ({})),
    environmentFor: () => environment as Environment,
  });
  expect(ends(events)).toMatchObject([
    {
      status: "not-evaluated",
      reason: "simulator-fault",
      detail: "The simulated environment could not go on after turn 1: its model is down",
      turns: 1,
    },
  ]);
});
