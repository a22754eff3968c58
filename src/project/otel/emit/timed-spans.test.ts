import { expect, test } from "vitest";
import { conversationSpans } from "../../../core/traces/conversation-spans.ts";
import { anEvalCase, anInvocation } from "../../../testing/builders.ts";
import { readTraceText } from "../../../traces/formats/read-trace-text.ts";
import { spansExport } from "../../../traces/formats/write-otlp-json.ts";
import { viewTrace } from "../../trace-view/view-trace.ts";
import { timedSpans } from "./timed-spans.ts";

const functionCall = { id: "c1", name: "look_up", args: {} };
const usage = { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } };

/** Nobody said how long the model took, and the tool never answered. */
const spans = conversationSpans(
  {
    evalSetId: "set-1",
    evalId: "case-1",
    trial: 0,
    index: 0,
    status: "passed",
    metrics: [],
    evalCase: anEvalCase(),
    sessionId: "session-1",
    userId: "user",
    startedAt: new Date(1_790_000_000_000).toISOString(),
    duration: 0.5,
    invocations: [
      anInvocation({
        creationTimestamp: 1_790_000_000,
        duration: 0.3,
        times: { tools: [[110, null]] },
        intermediateData: {
          invocationEvents: [
            { author: "clerk", content: { role: "model", parts: [{ functionCall }] }, ...usage },
          ],
        },
      }),
    ],
  },
  { runId: "run-1", agent: "clerk" },
);

test("every span that leaves has a time, and one that nobody measured says so", () => {
  const timed = timedSpans(spans);
  expect(timed.every(({ start, end }) => start !== undefined && end !== undefined)).toBe(true);
  const said = timed.map(({ name, attributes }) => [
    name,
    attributes["assay.time.unknown"],
    attributes["assay.end.unknown"],
  ]);
  expect(said.slice(2)).toEqual([
    ["chat", true, undefined],
    ["execute_tool look_up", undefined, true],
  ]);
});

test("what was not measured is no mistake of a span, before and after it was exported", () => {
  const read = readTraceText(JSON.stringify(spansExport(timedSpans(spans))));
  for (const told of [{ spans, logs: [] }, read]) {
    const rows = viewTrace(told ?? { spans: [], logs: [] }).turns[0]?.spans ?? [];
    expect(rows.map(({ kind, start, end, flaw }) => [kind, start, end, flaw])).toEqual([
      ["agent", expect.any(Number), expect.any(Number), undefined],
      ["model", undefined, undefined, undefined],
      ["tool", expect.any(Number), undefined, undefined],
    ]);
  }
});
