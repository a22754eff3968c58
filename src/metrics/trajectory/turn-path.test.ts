import { expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import type { InvocationEvent } from "../../core/invocation.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";

const said = (author: string, text: string): InvocationEvent => ({
  author,
  content: { parts: [{ text }] },
});
const called = (author: string, name: string): InvocationEvent => ({
  author,
  content: { parts: [{ functionCall: { name, args: {} } }] },
  usageMetadata: {},
  modelVersion: "m-1",
});

/** Detects what is wanted, looks it up, writes a report: only one of the three is a tool call. */
const registry = anInvocation({
  intermediateData: {
    invocationEvents: [
      said("desk", "One moment."),
      said("intent_detection", "an order"),
      called("desk", "get_order"),
      said("report_writer", "It is on its way."),
      said("report_writer", "Tomorrow."),
    ],
  },
});

function score(
  settings: Readonly<Record<string, unknown>>,
  steps: readonly string[],
  metric = "tool_trajectory_avg_score",
) {
  const toolUses = steps.map((name) => (name.startsWith("get") ? { name, args: {} } : { name }));
  const expected = [anExpectedTurn({ intermediateData: { toolUses } })];
  return measureBuiltIn(metric, settings, { actual: [registry], expected });
}

test("only tool calls are steps unless a config asks for more", async () => {
  expect((await score({}, ["get_order"])).score).toBe(1);
  expect((await score({ steps: ["tools"] }, ["get_order"])).score).toBe(1);
});

test("agents are steps each time one takes over", async () => {
  const path = ["desk", "intent_detection", "desk", "get_order", "report_writer"];
  expect((await score({ steps: ["tools", "agents"] }, path)).score).toBe(1);
  expect((await score({ steps: ["agents"] }, path.toSpliced(3, 1))).score).toBe(1);
  const inOrder = { steps: ["tools", "agents"], match_type: "IN_ORDER" };
  expect((await score(inOrder, ["intent_detection", "get_order", "report_writer"])).score).toBe(1);
  const wrong = await score(inOrder, ["get_order", "intent_detection", "report_writer"]);
  expect(wrong).toMatchObject({ score: 0 });
  expect(wrong.perInvocation[0]?.trajectory?.share).toEqual({ matched: 2, expected: 3 });
});

test("models are steps under their names, and shares count whatever is asked for", async () => {
  expect((await score({ steps: ["models", "tools"] }, ["m-1", "get_order"])).score).toBe(1);
  const recall = await score(
    { steps: ["agents", "tools"] },
    ["intent_detection", "get_order", "history_look_up"],
    "tool_trajectory_recall",
  );
  expect(recall.score).toBeCloseTo(2 / 3, 12);
});

test("a turn that is recorded on both sides is compared in the same way", async () => {
  const settings = { steps: ["tools", "agents", "models"] };
  const turns = { actual: [registry], expected: [registry] };
  expect((await measureBuiltIn("tool_trajectory_avg_score", settings, turns)).score).toBe(1);
});

test("a kind that there is not, and none at all, are refused", async () => {
  await expect(score({ steps: ["tool"] }, [])).rejects.toThrow("steps");
  await expect(score({ steps: [] }, [])).rejects.toThrow("is an empty array");
});
