import { expect, test } from "vitest";
import { readExport } from "./read-export.ts";

test.each([
  ['{"resourceSpans":[{"scopeSpans":7}]}', "resourceSpans[0].scopeSpans"],
  [
    '{"resourceSpans":[{},{"scopeSpans":[{"spans":"no"}]}]}',
    "resourceSpans[1].scopeSpans[0].spans",
  ],
  [
    '{"resource_spans":[{"scope_spans":[{"spans":[3]}]}]}',
    "resource_spans[0].scope_spans[0].spans",
  ],
])("what stands in the place of a list is not taken for stored: %s", (text, place) => {
  expect(() => readExport(Buffer.from(text), "traces", "json")).toThrow(
    expect.objectContaining({ status: 400, message: `${place} is no list of objects.` }),
  );
});

test("log records are looked at alike, and what is not there is no mistake", () => {
  const text = '{"resourceLogs":[{"scopeLogs":[{"logRecords":{}}]}]}';
  expect(() => readExport(Buffer.from(text), "logs", "json")).toThrow("logRecords is no list");
  const empty = '{"resourceSpans":[{"scopeSpans":[{"scope":{}}]},{"scopeSpans":null}]}';
  expect(readExport(Buffer.from(empty), "traces", "json").spans).toEqual([]);
});
