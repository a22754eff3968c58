import { expect, test } from "vitest";
import { aPlannedCase, eventsOf, passes } from "../../../tests/planned-cases.ts";
import type { Agent } from "../../core/agent.ts";
import type { Metric } from "../../core/metric.ts";
import type { RunEvent } from "../../core/run.ts";

/** What happened in a run, in its order, where a store says that it saved what it had. */
function told() {
  const happened: string[] = [];
  return {
    happened,
    save: () => void happened.push("saved"),
    echo: {
      name: "echo",
      start: () => ({
        async send(input) {
          const text = "text" in input ? input.text : "";
          happened.push(`asked ${text}`);
          return text;
        },
      }),
    } satisfies Agent,
    measure: {
      ...passes,
      measure: () => {
        happened.push("measured");
        return { kind: "scored", score: 1, perInvocation: [] };
      },
    } satisfies Metric,
  };
}

test("what ended is saved before an agent or a metric gets control", async () => {
  const { happened, save, echo, measure } = told();
  const cases = [
    aPlannedCase("a", ["one", "two"], { metrics: [measure] }),
    aPlannedCase("b", ["three"], { metrics: [measure] }),
  ];
  await eventsOf(cases, { agent: echo, save, concurrency: 1 });
  expect(happened).toEqual([
    "asked one",
    "saved",
    "asked two",
    "saved",
    "measured",
    "saved",
    "asked three",
    "saved",
    "measured",
  ]);
});

test("of conversations at once, what one answers is saved before the next one gets control", async () => {
  const { happened, save, echo } = told();
  const cases = Array.from({ length: 40 }, (_, at) => aPlannedCase(`c${at}`, ["one", "two"]));
  await eventsOf(cases, { agent: echo, save, concurrency: 8 });
  const asked = happened.filter((each) => each !== "saved");
  expect(asked).toHaveLength(80);
  for (const [at, each] of happened.entries()) {
    if (at > 0 && each !== "saved") expect(happened[at - 1]).toBe("saved");
  }
});

test("of a thousand times that saving could be waited for, few are where it is slow", async () => {
  const { happened, echo } = told();
  let saves = 0;
  const save = () => {
    saves += 1;
    const began = performance.now();
    while (performance.now() - began < 20);
  };
  const cases = Array.from({ length: 500 }, (_, at) => aPlannedCase(`c${at}`, ["one"]));
  await eventsOf(cases, { agent: echo, save, concurrency: 8 });
  expect(happened).toHaveLength(500);
  expect(saves).toBeGreaterThan(8);
  expect(saves).toBeLessThan(100);
});

test("whoever may halt a run hears of a conversation before the next one begins", async () => {
  const { happened, echo } = told();
  const durable = async (event: RunEvent) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    happened.push(`heard ${"evalId" in event ? event.evalId : ""}`);
  };
  const cases = [aPlannedCase("a", ["one"]), aPlannedCase("b", ["two"])];
  const halt = new AbortController().signal;
  await eventsOf(cases, { agent: echo, durable, halt, concurrency: 1 });
  expect(happened.lastIndexOf("heard a")).toBeLessThan(happened.indexOf("asked two"));
  expect(happened).toContain("heard a");
});

test("a run whose journal fails while it waits for it comes to its end", async () => {
  const { echo } = told();
  const halt = new AbortController().signal;
  const durable = () => Promise.reject(new Error("the disk is full"));
  const cases = [aPlannedCase("a", ["one", "two"])];
  const events = await eventsOf(cases, { agent: echo, durable, halt });
  expect(events.at(-1)).toMatchObject({ type: "run-end" });
});
