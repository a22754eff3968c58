import { describe, expect, test } from "vitest";
import { agent, chat } from "../../../tests/traces/one-turn.ts";
import { otlpText, type SpanSpec, TRACE_ID } from "../../../tests/traces/trace-builder.ts";
import { readTraceText } from "../../traces/formats/read-trace-text.ts";
import { spanDetail } from "./span-detail.ts";
import { viewTrace } from "./view-trace.ts";

function told(spans: readonly SpanSpec[]) {
  const content = readTraceText(otlpText({ spans }));
  if (content === undefined) throw new Error("the text is no trace");
  return content;
}

const text = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const id = (short: string) => short.padStart(16, "0");

function model(name: string, from: number, to: number, more: object = {}): SpanSpec {
  const attributes = chat({
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.output_tokens": 2,
    ...more,
  });
  return { id: name, parent: "a", from, to, attributes };
}

function tool(name: string, parent: string, from: number, to: number): SpanSpec {
  return {
    id: name,
    parent,
    from,
    to,
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": `tool ${name}` },
  };
}

describe("the view of a trace", () => {
  test("has rows for a turn's spans, parents first, and what is around it apart", () => {
    const view = viewTrace(
      told([
        { id: "f", name: "POST /chat", from: 0, to: 100 },
        { ...agent, parent: "f", from: 10, to: 90 },
        model("1", 20, 40, { "gen_ai.input.messages": [text("user", "hi")] }),
        tool("2", "a", 40, 60),
        model("3", 60, 90, { "gen_ai.output.messages": [text("assistant", "yes")] }),
      ]),
    );
    const [turn] = view.turns;
    expect(turn).toMatchObject({ user: "hi", answer: "yes", answerSpan: id("3"), tokens: 24 });
    expect(turn?.spans.map(({ name, kind, depth, agent: of }) => [name, kind, depth, of])).toEqual([
      ["clerk", "agent", 0, "clerk"],
      ["m", "model", 1, "clerk"],
      ["tool 2", "tool", 1, "clerk"],
      ["m", "model", 1, "clerk"],
    ]);
    expect(view.around.map(({ name }) => name)).toEqual(["POST /chat"]);
    expect(view).toMatchObject({ duration: 100, spanCount: 5, leftOut: 0 });
  });

  test("marks what the turn waited for, and not what ran beside it", () => {
    const [turn] = viewTrace(
      told([
        { ...agent, from: 0, to: 100 },
        model("1", 0, 20),
        tool("2", "a", 20, 50),
        tool("3", "a", 20, 80),
        model("4", 80, 100),
      ]),
    ).turns;
    const waited = turn?.spans.filter(({ isCritical }) => isCritical).map((row) => row.id);
    expect(waited).toEqual([id("a"), id("1"), id("3"), id("4")]);
  });

  test("flags a span that is damaged, and shows the others", () => {
    const content = told([
      { ...agent, from: 0, to: 100 },
      model("1", 0, 20),
      tool("2", "a", 20, 50),
    ]);
    const spans = content.spans.map((span) =>
      span.spanId === id("2") ? { ...span, end: undefined } : span,
    );
    const [turn] = viewTrace({ ...content, spans }).turns;
    expect(turn?.spans.map(({ flaw }) => flaw)).toEqual([undefined, undefined, "no end time"]);
  });

  test("shows traces that have nothing to do with a model as what they are", () => {
    const view = viewTrace(told([{ id: "1", name: "GET /health", from: 0, to: 5 }]));
    expect(view.turns).toEqual([]);
    expect(view.around.map(({ name, kind }) => [name, kind])).toEqual([["GET /health", "other"]]);
  });

  test("tells what was said in one span, and which instructions the call before it had", () => {
    const spans = told([
      { ...agent, from: 0, to: 100 },
      model("1", 0, 20, { "gen_ai.input.messages": [text("system", "old"), text("user", "hi")] }),
      model("2", 30, 40, { "gen_ai.input.messages": [text("system", "new"), text("user", "hi")] }),
    ]);
    const detail = spanDetail(spans, TRACE_ID, id("2"));
    expect(detail?.input?.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(detail?.before).toMatchObject({
      id: id("1"),
      input: [{ role: "system", parts: [{ type: "text", text: "old" }] }],
    });
    const [turn] = viewTrace(spans).turns;
    expect(turn?.spans.map(({ promptChanged }) => promptChanged)).toEqual([
      undefined,
      undefined,
      { lines: 1, of: 1 },
    ]);
    expect(spanDetail(spans, TRACE_ID, id("9"))).toBeUndefined();
  });
});
