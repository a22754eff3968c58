import { expect, test } from "vitest";
import { aPlannedCase, eventsOf, passes } from "../../../tests/planned-cases.ts";
import type { Agent } from "../../core/agent.ts";
import type { Metric } from "../../core/metric.ts";
import type { RunEvent } from "../../core/run.ts";

/** A journal that says in which order it was asked to commit and code of users ran. */
function journal() {
  const happened: string[] = [];
  let commit: (() => void) | undefined;
  return {
    happened,
    durable(event: RunEvent): Promise<void> {
      return new Promise((resolve) => {
        commit = () => {
          happened.push(`stored ${event.type} of ${"evalId" in event ? event.evalId : ""}`);
          resolve();
        };
      });
    },
    hurry: () => commit?.(),
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

test("what ended is stored before an agent or a metric gets control", async () => {
  const { happened, durable, hurry, echo, measure } = journal();
  const cases = [
    aPlannedCase("a", ["one", "two"], { metrics: [measure] }),
    aPlannedCase("b", ["three"], { metrics: [measure] }),
  ];
  await eventsOf(cases, { agent: echo, durable, hurry, concurrency: 1 });
  expect(happened).toEqual([
    "asked one",
    "stored turn-end of a",
    "asked two",
    "stored turn-end of a",
    "measured",
    "stored case-end of a",
    "asked three",
    "stored turn-end of b",
    "measured",
  ]);
});

test("turns of an agent that has proven to be quick wait for nobody", async () => {
  const { happened, durable, hurry, echo } = journal();
  const cases = Array.from({ length: 200 }, (_, at) => aPlannedCase(`c${at}`, ["one", "two"]));
  await eventsOf(cases, { agent: echo, durable, hurry, concurrency: 1 });
  const stored = happened.filter((each) => each.startsWith("stored")).length;
  expect(happened.length - stored).toBe(400);
  expect(stored).toBeLessThan(60);
});

test("a run whose journal fails while it waits for it comes to its end", async () => {
  const { echo } = journal();
  const durable = () => Promise.reject(new Error("the disk is full"));
  const events = await eventsOf([aPlannedCase("a", ["one", "two"])], { agent: echo, durable });
  expect(events.at(-1)).toMatchObject({ type: "run-end" });
});
