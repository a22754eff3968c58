import { expect, test } from "vitest";
import { chromeTrace } from "./chrome-trace.ts";
import type { SpanRow, TraceView } from "./trace-view.ts";

function viewOf(spans: readonly SpanRow[]): TraceView {
  const turn = { id: "t", tools: [], spans };
  return { traceIds: ["a"], spanCount: 9, turns: [turn], around: [], leftOut: 0, warnings: [] };
}

function row(id: string, start: number | undefined, end?: number): SpanRow {
  return { trace: "a", id, depth: 0, name: id, kind: "tool", start, end };
}

function lanesOf(spans: readonly SpanRow[]) {
  const { traceEvents } = JSON.parse(chromeTrace(viewOf(spans)).text) as {
    traceEvents: { ph: string; name: string; tid: number; ts: number; dur: number }[];
  };
  return traceEvents
    .filter(({ ph }) => ph === "X")
    .map(({ name, tid, ts, dur }) => `${name} ${tid}: ${ts}+${dur}`);
}

test("what lies inside of another span, and what follows it, shares its lane; what overlaps has one of its own", () => {
  const spans = [
    row("desk", 0, 100),
    row("ask", 10, 20),
    row("one", 30, 60),
    row("other", 40, 70),
    row("say", 80, 100),
    row("next", 100, 110),
  ];
  expect(lanesOf(spans)).toEqual([
    "desk 1: 0+100000",
    "ask 1: 10000+10000",
    "one 1: 30000+30000",
    "other 2: 40000+30000",
    "say 1: 80000+20000",
    "next 1: 100000+10000",
  ]);
});

test("a span without an end is as long as what it is part of, and one without a beginning is counted", () => {
  const spans = [row("desk", 0, 50), { ...row("cut", 10), until: 50 }, row("lost", undefined)];
  expect(lanesOf(spans)).toEqual(["desk 1: 0+50000", "cut 1: 10000+40000"]);
  expect(chromeTrace(viewOf(spans)).leftOut).toBe(1);
});
