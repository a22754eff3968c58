import { expect, test } from "vitest";
import { aLog, aSpan } from "../../testing/trace-store/trace-store-batches.ts";
import { readTraceText } from "./read-trace-text.ts";
import { logLine, spanLine } from "./write-otlp-json.ts";

test("what is written is read back the same", () => {
  const span = aSpan({
    parentSpanId: "00f067aa0ba902b7",
    kind: "client",
    attributes: {
      text: "é \u0000 \u2028",
      long: JSON.rawJSON("9223372036854775807"),
      mixed: [1, "two", null, { three: false, four: 0.5 }],
    },
    status: { code: "error", message: "no" },
    events: [{ name: "said", time: 7n, attributes: { a: 1.5 } }],
    links: [
      {
        traceId: "0af7651916cd43dd8448eb211c80319d",
        spanId: "b7ad6b7169203332",
        traceState: "x=y",
        attributes: { b: true },
      },
    ],
    resource: { attributes: { "service.name": "shop" }, schemaUrl: "https://a.test/1" },
    scope: { name: "s", version: "1", attributes: { c: 1 }, schemaUrl: "https://a.test/2" },
    traceState: "k=v",
    flags: 769,
  });
  const log = aLog({ spanId: "b7ad6b7169203331", severityNumber: 9, severityText: "INFO" });
  const read = readTraceText(`${spanLine(span)}\n${logLine(log)}\n`);
  expect(read).toMatchObject({ spans: [span], logs: [log], problems: [] });
});
