import type { SpanRow, TraceView } from "./trace-view.ts";

/** A span in the trace event format of Chromium; times in microseconds. */
interface ChromeEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: "X" | "M";
  readonly ts: number;
  readonly dur?: number | undefined;
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * A conversation as `chrome://tracing`, Perfetto and the profilers of browsers open it. They draw what lies inside of another
 * span below it only where the two share a lane, so spans that overlap without that are put into lanes of their own.
 * Spans that do not say when they began cannot be drawn there, and are counted.
 */
export function chromeTrace(view: TraceView): { readonly text: string; readonly leftOut: number } {
  const rows = [...view.turns.flatMap(({ spans }) => spans), ...view.around];
  const timed = rows.filter(isTimed).toSorted((a, b) => a.start - b.start || endOf(b) - endOf(a));
  const lanes: number[][] = [];
  const spans = timed.map((row) => eventOf(row, laneFor(row, lanes)));
  const name = { name: "process_name", cat: "__metadata", ph: "M", ts: 0, pid: 1, tid: 0 } as const;
  const traceEvents: readonly ChromeEvent[] = [
    { ...name, args: { name: view.agent ?? "agent" } },
    ...spans,
  ];
  const text = `${JSON.stringify({ traceEvents, displayTimeUnit: "ms" })}\n`;
  return { text, leftOut: rows.length - timed.length + view.leftOut };
}

type TimedRow = SpanRow & { readonly start: number };

function isTimed(row: SpanRow): row is TimedRow {
  return row.start !== undefined;
}

/** One without an end goes on as long as what it is part of. */
function endOf({ start, end, until }: TimedRow): number {
  return Math.max(start, end ?? until ?? start);
}

/** The first lane in which it lies beside, or inside of, what is open there. Lanes hold the ends of what is open. */
function laneFor(row: TimedRow, lanes: number[][]): number {
  for (const [at, open] of lanes.entries()) {
    while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= row.start) open.pop();
    if (endOf(row) > (open.at(-1) ?? Number.POSITIVE_INFINITY)) continue;
    open.push(endOf(row));
    return at;
  }
  lanes.push([endOf(row)]);
  return lanes.length - 1;
}

function eventOf(row: TimedRow, lane: number): ChromeEvent {
  const { id, trace, kind, name, agent, tokens, cost, error, flaw } = row;
  return {
    name,
    cat: kind,
    ph: "X",
    ts: micros(row.start),
    dur: micros(endOf(row) - row.start),
    pid: 1,
    tid: lane + 1,
    args: { trace, span: id, agent, tokens, cost, error, malformed: flaw },
  };
}

function micros(milliseconds: number): number {
  return Math.round(milliseconds * 1000);
}
