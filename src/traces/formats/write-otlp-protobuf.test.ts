import { expect, test } from "vitest";
import { aLog, aSpan } from "../../testing/trace-store/trace-store-batches.ts";
import { readTraceBytes } from "./read-trace-bytes.ts";
import { logsExport, spansExport } from "./write-otlp-json.ts";
import { protobufExport } from "./write-otlp-protobuf.ts";

test("spans and log records that are written are read back the same", () => {
  const span = aSpan({
    parentSpanId: "00f067aa0ba902b7",
    kind: "client",
    attributes: {
      text: "é \u0000 \u2028",
      none: "",
      no: false,
      zero: 0,
      below: -7,
      long: JSON.rawJSON("9223372036854775807"),
      mixed: [1, "two", null, { three: false, four: 0.5 }],
    },
    status: { code: "error", message: "no" },
    events: [{ name: "said", time: 7n, attributes: { a: 1.5 }, droppedAttributesCount: 3 }],
    links: [
      {
        traceId: "0af7651916cd43dd8448eb211c80319d",
        spanId: "b7ad6b7169203332",
        traceState: "x=y",
        attributes: { b: true },
        flags: 1,
      },
    ],
    resource: { attributes: { "service.name": "shop" }, schemaUrl: "https://a.test/1" },
    scope: { name: "s", version: "1", attributes: { c: 1 }, schemaUrl: "https://a.test/2" },
    traceState: "k=v",
    flags: 769,
    droppedLinksCount: 300,
  });
  const log = aLog({
    spanId: "b7ad6b7169203331",
    severityNumber: 9,
    severityText: "INFO",
    flags: 1,
  });
  const other = { ...span, spanId: "b7ad6b7169203339", resource: { attributes: { a: 1 } } };
  const spans = readTraceBytes(protobufExport(spansExport([span, span, other])));
  expect(spans).toMatchObject({ spans: [span, span, other], problems: [] });
  const logs = readTraceBytes(protobufExport(logsExport([log])));
  expect(logs).toMatchObject({ logs: [log], problems: [] });
});

test("spans of one sender stand together in an export", () => {
  const [one, two] = [aSpan({}), aSpan({})];
  expect(spansExport([one, two])).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ spans: [{}, {}] }] }],
  });
});
