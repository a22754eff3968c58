import { expect, test } from "vitest";
import { textContent } from "./content.ts";
import { toolCallsOf } from "./invocation.ts";
import { invocationsFromEvents, isFinalResponse, type SessionEvent } from "./session-event.ts";

const user: SessionEvent = {
  invocationId: "i",
  author: "user",
  timestamp: 12.5,
  content: textContent("user", "hello"),
};

function event(overrides: Partial<SessionEvent>): SessionEvent {
  return { invocationId: "i", author: "root", ...overrides };
}

function only(...events: SessionEvent[]) {
  const [invocation, ...others] = invocationsFromEvents(events);
  if (invocation === undefined || others.length > 0) throw new Error("one invocation expected");
  return invocation;
}

test("no events are no invocations", () => {
  expect(invocationsFromEvents([])).toEqual([]);
});

test("the answer is reported once, and its event keeps its place", () => {
  const answer = textContent("model", "hi");
  expect(only(user, event({ content: answer, modelVersion: "m" }))).toMatchObject({
    userContent: user.content,
    creationTimestamp: 12.5,
    finalResponse: answer,
    intermediateData: {
      invocationEvents: [{ author: "root", content: undefined, modelVersion: "m" }],
    },
  });
});

test("a call that runs on is both the answer and a step of the trajectory", () => {
  const content = { parts: [{ functionCall: { id: "c", name: "wait" } }], role: "model" };
  const invocation = only(user, event({ content, longRunningToolIds: ["c"] }));
  expect(invocation.finalResponse).toBe(content);
  expect(toolCallsOf(invocation)).toEqual([{ id: "c", name: "wait" }]);
});

test("sound never takes the place of a text", () => {
  const sound = { parts: [{ inlineData: { mimeType: "audio/pcm", data: "AAEC" } }], role: "model" };
  const invocation = only(
    user,
    event({ content: textContent("model", "hi") }),
    event({ content: sound }),
  );
  expect(invocation.finalResponse).toEqual(textContent("model", "hi"));
});

test("what was heard counts in spoken sessions only", () => {
  const heard = event({ outputTranscription: { text: "hi there" } });
  expect(only(user, heard).finalResponse).toBeUndefined();
  const [live] = invocationsFromEvents([user, heard], { live: true });
  expect(live?.finalResponse).toEqual(textContent("model", "hi there"));
});

test.each([
  ["a text", { content: textContent("model", "x") }, true],
  ["a piece of a text", { content: textContent("model", "x"), partial: true }, false],
  ["a call", { content: { parts: [{ functionCall: {} }] } }, false],
  ["a result", { content: { parts: [{ functionResponse: {} }] } }, false],
  [
    "a result with an error",
    { content: { parts: [{ functionResponse: {} }] }, errorCode: "X" },
    true,
  ],
  [
    "a result not to be summarised",
    { content: { parts: [{ functionResponse: {} }] }, actions: { skipSummarization: true } },
    true,
  ],
  ["code that has just run", { content: { parts: [{ codeExecutionResult: {} }] } }, false],
] as const)("%s ends a turn or not", (_, overrides, isFinal) => {
  expect(isFinalResponse(event(overrides))).toBe(isFinal);
});
