import { expect, test } from "vitest";
import type { FunctionCall } from "../../core/content.ts";
import { textContent } from "../../core/content.ts";
import type { Invocation, InvocationEvent } from "../../core/invocation.ts";
import { stepsWithSubAgents } from "./sub-agent-steps.ts";

function turn(...events: readonly (string | readonly [author: string, call: FunctionCall])[]) {
  const invocationEvents = events.map(
    (event): InvocationEvent =>
      typeof event === "string"
        ? { author: event, content: textContent("model", "…") }
        : { author: event[0], content: { parts: [{ functionCall: event[1] }] } },
  );
  return {
    invocationId: "i",
    userContent: textContent("user", "Hi"),
    creationTimestamp: 0,
    intermediateData: { invocationEvents },
  } satisfies Invocation;
}

const names = (invocation: Invocation, ...expected: readonly string[]) =>
  stepsWithSubAgents(invocation, new Set(expected)).map((step) => step.name);

test("a hand-over is the step of the agent that takes over, once", () => {
  const handOver = { name: "transfer_to_agent", args: { agent_name: "billing" } };
  const told = turn(["root", handOver], "billing", ["billing", { name: "refund", args: {} }]);
  expect(names(told, "billing")).toEqual(["billing", "refund"]);
  expect(names(told, "refund")).toEqual(["transfer_to_agent", "refund"]);
  const named = turn(["root", { name: "transfer_to_billing_agent", args: {} }], "Billing agent");
  expect(names(named, "Billing agent")).toEqual(["Billing agent"]);
});

test("an agent that works by plan is a step where it first speaks", () => {
  const told = turn("writer", ["writer", { name: "save", args: {} }], "writer", "critic", "writer");
  expect(names(told, "writer", "critic")).toEqual(["writer", "save", "critic", "writer"]);
  expect(names(told, "save")).toEqual(["save"]);
});

test("an agent that is called as a tool is that call alone", () => {
  const told = turn(["root", { name: "critic", args: { text: "…" } }], "critic", "root");
  expect(names(told, "critic")).toEqual(["critic"]);
});
