import { expect, test } from "vitest";
import { otlpText, TRACE_ID } from "../../../tests/traces/trace-builder.ts";
import { groupTraces } from "../conversations/group-traces.ts";
import { readTraceText } from "../formats/read-trace-text.ts";
import { readTraces } from "../read-traces.ts";
import { evaluationFold } from "./evaluation-fold.ts";

const chat = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" };
const result = (name: string, more: Readonly<Record<string, unknown>>) => ({
  name: "gen_ai.evaluation.result",
  attributes: { "gen_ai.evaluation.name": name, ...more },
});
const helpful = result("helpfulness", {
  "gen_ai.evaluation.score.value": 0.75,
  "gen_ai.evaluation.score.label": "pass",
  "gen_ai.evaluation.explanation": "It answers.",
});
const toxic = result("toxicity", { "error.type": "timeout" });
const agent = { "gen_ai.operation.name": "invoke_agent" };

function logOf(name: string, spanId?: string) {
  const value = { stringValue: name };
  return {
    traceId: TRACE_ID,
    ...(spanId !== undefined && { spanId }),
    eventName: "gen_ai.evaluation.result",
    attributes: [
      { key: "gen_ai.evaluation.name", value },
      { key: "gen_ai.evaluation.score.value", value: { stringValue: "0.5" } },
    ],
  };
}

function evaluationsIn(text: string) {
  const content = readTraceText(text);
  if (content === undefined) throw new Error("the text is no trace");
  return readTraces(content).flatMap((record) => record.evaluations ?? []);
}

test("events of a span are outcomes of the turn that it is in", () => {
  const text = otlpText({
    spans: [
      { id: "a", attributes: agent },
      { id: "b", parent: "a", attributes: chat, events: [helpful, toxic] },
    ],
  });
  expect(evaluationsIn(text)).toEqual([
    {
      name: "helpfulness",
      score: 0.75,
      label: "pass",
      explanation: "It answers.",
      spanId: "000000000000000b",
      turnId: "000000000000000a",
    },
    {
      name: "toxicity",
      errorType: "timeout",
      spanId: "000000000000000b",
      turnId: "000000000000000a",
    },
  ]);
});

test("log records are read alike; one without a span is about the trace, and none is told twice", () => {
  const spans = JSON.parse(otlpText({ spans: [{ id: "a", attributes: chat }] }));
  const own = "000000000000000a";
  const logRecords = [logOf("fit", own), logOf("fit", own), logOf("whole"), logOf("gone", "ff")];
  const text = JSON.stringify({ ...spans, resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  expect(evaluationsIn(text)).toEqual([
    { name: "fit", score: 0.5, spanId: own, turnId: own },
    { name: "whole", score: 0.5 },
    { name: "gone", score: 0.5, spanId: "ff" },
  ]);
});

test("a trace of which nobody said anything has none, and they do not change its turns", () => {
  const told = (events: readonly (typeof helpful)[]) => {
    const content = readTraceText(otlpText({ spans: [{ id: "a", attributes: chat, events }] }));
    const [conversation] = groupTraces(content === undefined ? [] : readTraces(content));
    return conversation;
  };
  expect(told([])?.records[0]?.evaluations).toBeUndefined();
  expect(told([helpful])?.turns).toEqual(told([])?.turns);
});

test("people read how often which outcome was told", () => {
  const fold = evaluationFold();
  expect(fold.lines()).toEqual([]);
  fold.add([
    { name: "fit", score: 0.5 },
    { name: "tone", label: "pass" },
  ]);
  fold.add([
    { name: "fit", score: 1 },
    { name: "tone", label: "fail" },
    { name: "tone", label: "pass" },
    { name: "slow", errorType: "timeout" },
  ]);
  expect(fold.lines()).toEqual([
    "the traces say themselves, and it counts for nothing here: fit 0.75 (2) · tone 2 pass, 1 fail (3) · slow 1 failed",
  ]);
});
