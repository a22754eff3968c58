import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Conversation, Turn } from "../../core/agent.ts";
import { textContent, textOf } from "../../core/content.ts";
import { intermediateTextsOf, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { recordedAgent } from "../recorded-agent.ts";
import { invocationFromTurn } from "./invocation-from-turn.ts";
import { recordTurn } from "./record-turn.ts";

const content = textContent("user", "hello");
const facts = { invocationId: "i", userContent: content, author: "root", startedAt: 7 };

async function invocationOf(send: (turn: Turn) => Promise<string | undefined>) {
  const conversation = { send: (_: unknown, turn: Turn) => send(turn) } as Conversation;
  const record = await recordTurn(conversation, { text: "hello", content });
  return invocationFromTurn(record, facts);
}

test("calls, results and the answer take the places ADK gives them", async () => {
  const invocation = await invocationOf(async (turn) => {
    turn.text("Let me look.");
    turn.call("a", "look", { at: 1 });
    turn.call("b", "look", undefined);
    turn.usage({ input: 40, output: 12, reasoning: 2 }, { model: "m-1" });
    turn.result("a", "look", { output: "seen" });
    turn.result("b", "look", { error: "dark" });
    turn.usage({ input: 60, output: 9 });
    return "One of two.";
  });
  // on a busy machine even a tool that does nothing takes measurable time
  const { duration, toolDuration = 0, times: _, ...rest } = invocation;
  expect(duration).toBeGreaterThanOrEqual(toolDuration);
  expect(rest).toEqual({
    invocationId: "i",
    userContent: content,
    creationTimestamp: 7,
    finalResponse: textContent("model", "One of two."),
    intermediateData: {
      invocationEvents: [
        {
          author: "root",
          content: {
            role: "model",
            parts: [
              { text: "Let me look." },
              { functionCall: { id: "a", name: "look", args: { at: 1 } } },
              { functionCall: { id: "b", name: "look", args: {} } },
            ],
          },
          usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 10, thoughtsTokenCount: 2 },
          modelVersion: "m-1",
        },
        {
          author: "root",
          content: {
            role: "user",
            parts: [
              { functionResponse: { id: "a", name: "look", response: { result: "seen" } } },
              { functionResponse: { id: "b", name: "look", response: { error: "dark" } } },
            ],
          },
        },
        { author: "root", usageMetadata: { promptTokenCount: 60, candidatesTokenCount: 9 } },
      ],
    },
  });
});

test("what a sub-agent did inside a tool is no part of the trajectory", async () => {
  const invocation = await invocationOf(async (turn) => {
    turn.call("1", "ask_expert", {});
    turn.call("2", "search", {}, { within: ["1"], author: "expert" });
    turn.usage({ input: 5 }, { within: ["1"] });
    turn.result("2", "search", { output: 1 }, { within: ["1"] });
    turn.result("1", "ask_expert", { output: { answer: 1 } });
    return "One.";
  });
  expect(toolCallsOf(invocation).map((call) => call.name)).toEqual(["ask_expert"]);
  expect(toolResponsesOf(invocation)).toHaveLength(1);
});

test("what was only said on the way is never the answer", async () => {
  const invocation = await invocationOf(async (turn) => {
    turn.text("Let me look.", { author: "helper" });
    turn.call("1", "look", {});
    turn.result("1", "look", {});
    return undefined;
  });
  expect(invocation.finalResponse).toBeUndefined();
  expect(intermediateTextsOf(invocation)).toEqual([{ author: "helper", text: "Let me look." }]);
});

test("a call that waits for approval is the answer, as a long-running call is", async () => {
  const invocation = await invocationOf(async (turn) => {
    turn.call("1", "delete_files", { all: true });
    turn.pause("1", "approval");
    return undefined;
  });
  expect(invocation.finalResponse?.parts?.[0]?.functionCall?.name).toBe("delete_files");
  expect(toolCallsOf(invocation)).toHaveLength(1);
});

test("every model call is counted, also those that said nothing", async () => {
  const invocation = await invocationOf(async (turn) => {
    turn.usage({ input: 30, output: 3, calls: 2 });
    turn.usage({ input: 7 });
    turn.text("Three calls.");
    turn.usage({ input: 9 });
    return undefined;
  });
  const data = invocation.intermediateData;
  const events = data !== undefined && "invocationEvents" in data ? data.invocationEvents : [];
  expect(events.map((event) => event.usageMetadata)).toEqual([
    {},
    { promptTokenCount: 30, candidatesTokenCount: 3 },
    { promptTokenCount: 7 },
    { promptTokenCount: 9 },
  ]);
});

test("time in tools is the union of their intervals, and unknown when it was not seen", async () => {
  const measured = await invocationOf(async (turn) => {
    turn.call("1", "slow", {});
    turn.call("2", "slow", {});
    await wait(30);
    turn.result("1", "slow", {});
    turn.result("2", "slow", {});
    return "ok";
  });
  expect(measured.toolDuration).toBeGreaterThanOrEqual(0.029);
  expect(measured.toolDuration).toBeLessThanOrEqual(measured.duration ?? 0);
  expect(measured.modelDuration).toBeUndefined();

  const toldAfterwards = await invocationOf(async (turn) => {
    turn.call("1", "fast", {});
    turn.result("1", "fast", {});
    return "ok";
  });
  expect(toldAfterwards.toolDuration).toBeUndefined();
});

test("a recorded turn that is played again makes the same invocation", async () => {
  const first = await invocationOf(async (turn) => {
    turn.text("Let me look.");
    turn.call("a", "look", { at: 1 });
    turn.usage({ input: 40, output: 12 }, { model: "m" });
    turn.result("a", "look", { output: { seen: true } });
    return "Seen.";
  });
  const init = { id: "s", user: "u", state: {}, signal: new AbortController().signal };
  const conversation = await recordedAgent([first]).start(init);
  const record = await recordTurn(conversation, { text: "hello", content });
  // playing it again takes its own time
  const timeless = { duration: undefined, toolDuration: undefined, times: undefined };
  expect({ ...invocationFromTurn(record, facts), ...timeless }).toEqual({ ...first, ...timeless });
  const after = await recordTurn(conversation, { text: textOf(content) ?? "", content });
  expect(after.problem).toBe("The agent failed: the recording has no turn 2.");
});
