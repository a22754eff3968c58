import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ask, turn } from "../../tests/traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../tests/traces/vendor-dialects.ts";
import { textOf } from "../core/content.ts";
import { toolCallsOf } from "../core/invocation.ts";
import { readTraceBytes } from "./formats/read-trace-bytes.ts";
import { readTrace } from "./read-trace.ts";

const text = otlpText(vendorDialects["ADK for Python"] ?? { spans: [] });

test("a program reads what an agent did from a trace, whatever form it has", () => {
  for (const trace of [text, Buffer.from(text), new Uint8Array(gzipSync(text))]) {
    const { conversations, problems, warnings } = readTrace(trace);
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    const [conversation] = conversations;
    expect(conversation).toMatchObject({ traceId: TRACE_ID, traceIds: [TRACE_ID], key: TRACE_ID });
    const [invocation, ...others] = conversation?.invocations ?? [];
    expect(others).toEqual([]);
    expect(textOf(invocation?.userContent)).toBe(ask);
    expect(textOf(invocation?.finalResponse)).toBe(turn.answer);
    expect(invocation && toolCallsOf(invocation)).toMatchObject([
      { name: "look_up", args: { order: 7 } },
    ]);
  }
});

test("lines that cannot be read are told, and what is no trace is an error", () => {
  const line = JSON.stringify(JSON.parse(text));
  const { conversations, problems } = readTrace(`${line}\n{"cut off":`);
  expect(conversations).toHaveLength(1);
  expect(problems).toEqual(["Line 2 is no valid JSON."]);
  expect(() => readTrace("hello")).toThrow("This is no trace.");
});

test("a gzip that is damaged is told in a sentence", () => {
  const bytes = gzipSync(text);
  const flipped = Buffer.from(bytes).fill(0xff, 20, 40);
  for (const damaged of [bytes.subarray(0, -20), flipped, bytes.subarray(0, 5)]) {
    expect(() => readTrace(damaged)).toThrow("The trace is a damaged gzip.");
  }
  expect(() => readTraceBytes(bytes, undefined, 100)).toThrow("more than can be inflated");
});
