import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { otlpText, TRACE_ID, turnsOf } from "../../../tests/traces/trace-builder.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";
import { readTraceBytes } from "./read-trace-bytes.ts";
import { spansExport } from "./write-otlp-json.ts";
import { protobufExport } from "./write-otlp-protobuf.ts";

const spec = Object.values(vendorDialects)[0] ?? { spans: [] };
const text = otlpText(spec);
const document = JSON.parse(text);
const [{ scopeSpans }] = document.resourceSpans;
const spans: readonly Record<string, unknown>[] = scopeSpans[0].spans;

function read(given: string | Buffer) {
  return readTraceBytes(typeof given === "string" ? Buffer.from(given) : given);
}

describe("a trace is recognised by what it holds:", () => {
  test.each([
    ["an export", text],
    ["an export, as Tempo answers", JSON.stringify({ trace: document })],
    ["batches", JSON.stringify({ batches: document.resourceSpans })],
    ["an export a line", `${text}\n${text.replaceAll(TRACE_ID, "b".repeat(32))}\n`],
    ["a span a line", spans.map((span) => JSON.stringify(span)).join("\n\n")],
    ["a list of spans", JSON.stringify(spans)],
    ["after a byte order mark", `\ufeff${text}`],
    ["gzipped", gzipSync(text)],
  ])("%s", (_, given) => {
    const content = read(given);
    expect(content?.problems).toEqual([]);
    const own = content?.spans.filter(({ traceId }) => traceId === TRACE_ID);
    expect(own?.map(({ name }) => name)).toEqual(spans.map(({ name }) => name));
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "hello"],
    ["an empty list", "[]"],
    ["another object", '{"foo": 1}'],
    ["data that is no list", '{"data": {"a": 1}}'],
    ["a list of something else", "[1, 2]"],
    ["bytes of nothing", Buffer.from([0x0a, 0xff, 0xff, 0xff])],
  ])("%s is none", (_, given) => {
    expect(read(given)?.spans ?? []).toEqual([]);
  });
});

describe("reading", () => {
  test("a line that cannot be read costs that line, and is reported with its number", () => {
    const [first, ...rest] = spans.map((span) => JSON.stringify(span));
    const content = read([first, '{"traceId": ', ...rest].join("\n"));
    expect(content?.spans).toHaveLength(spans.length);
    expect(content?.problems).toEqual([{ message: "Line 2 is no valid JSON.", line: 2 }]);
  });

  test("a line that is not UTF-8 costs that line; it is not read with other characters", () => {
    const [first, ...rest] = spans.map((span) => JSON.stringify(span));
    const strange = Buffer.from(JSON.stringify({ ...spans[0], name: "caf\u00e9" }), "latin1");
    const lines = [first, ...rest].join("\n");
    const content = read(Buffer.concat([Buffer.from(`${lines}\n`), strange]));
    expect(content?.spans).toHaveLength(spans.length);
    const line = spans.length + 1;
    expect(content?.problems).toEqual([{ message: `Line ${line} is no valid JSON.`, line }]);
    expect(read(strange)).toBeUndefined();
  });

  test("exports behind their lengths are read, and one that was cut off is reported", () => {
    const bytes = protobufExport(spansExport(read(text)?.spans ?? []));
    const framed = (export_: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(export_.length);
      return Buffer.concat([length, export_]);
    };
    const broken = framed(Buffer.from([0x0a, 0xff, 0xff]));
    const all = Buffer.concat([framed(bytes), broken, framed(bytes)]);
    expect(read(framed(bytes))?.problems).toEqual([]);
    expect(read(framed(bytes))?.spans.map(({ name }) => name)).toEqual(
      spans.map(({ name }) => name),
    );
    expect(read(gzipSync(all.subarray(0, -1)))?.problems).toEqual([
      { message: "Export 2 cannot be read." },
      { message: "Export 3 is cut off." },
    ]);
    expect(read(all)?.spans).toHaveLength(2 * spans.length);
    expect(read(framed(bytes).subarray(0, -1))?.spans ?? []).toEqual([]);
    expect(read(broken)?.spans ?? []).toEqual([]);
  });

  test("a line separator inside a string ends no line", () => {
    const named = JSON.stringify({ ...spans[0], name: "a\u2028b" }).replace("\\u2028", "\u2028");
    expect(read(`${named}\n${JSON.stringify(spans[1])}`)?.spans[0]?.name).toBe("a\u2028b");
  });

  test("times keep their nanoseconds, also as numbers", () => {
    const line = JSON.stringify(spans[0]).replace(
      /"startTimeUnixNano":"\d+"/,
      '"startTimeUnixNano":1700000000123456789',
    );
    expect(read(line)?.spans[0]?.start).toBe(1_700_000_000_123_456_789n);
  });

  test("ids in base64 become hex", () => {
    const base64 = Buffer.from(TRACE_ID, "hex").toString("base64");
    const given = text.replaceAll(TRACE_ID, base64);
    expect(read(given)?.spans[0]?.traceId).toBe(TRACE_ID);
    expect(turnsOf(given)).toEqual(turnsOf(text));
  });

  test("a span without an id is lost, and reported", () => {
    const content = read(JSON.stringify([spans[0], { ...spans[1], spanId: "0000000000000000" }]));
    expect(content?.spans).toHaveLength(1);
    expect(content?.problems[0]?.message).toContain("has no span id");
  });

  test("what a span says of itself is never overridden by who sent it", () => {
    const content = read(otlpText({ ...spec, resource: { "gen_ai.agent.name": "other" } }));
    expect(content?.spans[0]?.attributes["gen_ai.agent.name"]).toBe("clerk");
    expect(content?.spans[0]?.resource.attributes["gen_ai.agent.name"]).toBe("other");
  });

  test("structured values stay what they are", () => {
    const value = {
      arrayValue: { values: [{ stringValue: "a" }, { intValue: "9007199254740993" }] },
    };
    const span = {
      ...spans[0],
      attributes: [
        { key: "k", value },
        { key: "empty", value: {} },
      ],
    };
    const [read_] = read(JSON.stringify(span))?.spans ?? [];
    expect(JSON.stringify(read_?.attributes)).toBe('{"k":["a",9007199254740993]}');
  });
});
