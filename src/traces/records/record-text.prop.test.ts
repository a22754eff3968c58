import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "../../core/json/json-text.ts";
import type { TraceModelCall, TraceToolCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import { readRecord, recordText } from "./record-text.ts";
import type { TraceRecord } from "./trace-record.ts";

const time = fc.option(fc.bigInt({ min: 1n, max: 2n ** 64n }), { nil: undefined });
const text = fc.option(fc.string({ unit: "binary" }), { nil: undefined });
const value = fc.oneof(
  // values as files have them
  fc.jsonValue().map((each) => parseJson(JSON.stringify(each))),
  fc.constant({ id: JSON.rawJSON("12345678901234567890") }),
  fc.constant(undefined),
);

const tool: fc.Arbitrary<TraceToolCall> = fc.record({
  name: fc.string(),
  id: text,
  args: value,
  result: value,
  spanId: text,
  start: time,
  end: time,
});

const call: fc.Arbitrary<TraceModelCall> = fc.record({
  spanId: fc.string(),
  model: text,
  usage: fc.option(fc.record({ input: fc.nat(), output: fc.nat() }), { nil: undefined }),
  output: fc.constantFrom(undefined, [
    { role: "assistant", parts: [{ type: "call", id: "c1", name: "f", args: { a: 1 } }] },
  ] as const),
  isDelegated: fc.boolean(),
  start: time,
  end: time,
});

const turn: fc.Arbitrary<TraceTurn> = fc.record({
  id: fc.string(),
  traceId: fc.string(),
  user: text,
  answer: text,
  tools: fc.array(tool, { maxLength: 3 }),
  calls: fc.array(call, { maxLength: 3 }),
  start: time,
  end: time,
  isModelOnly: fc.boolean(),
  hasContent: fc.boolean(),
  warnings: fc.array(fc.string(), { maxLength: 2 }),
});

const record: fc.Arbitrary<TraceRecord> = fc.record({
  traceId: fc.string(),
  key: fc.record({ kind: fc.constantFrom("trace", "name"), key: fc.string({ unit: "binary" }) }),
  start: time,
  turns: fc.array(turn, { maxLength: 3 }),
  caseId: text,
  isAdk: fc.boolean(),
  roots: fc.array(fc.record({ start: time, end: time }), { maxLength: 2 }),
  evaluations: fc.constantFrom(undefined, [{ name: "fit", score: 0.5, spanId: "a" }]),
});

test("a record that was written is read as it was", () => {
  fc.assert(
    fc.property(record, (before) => {
      expect(readRecord(recordText(before))).toEqual(before);
    }),
  );
});
