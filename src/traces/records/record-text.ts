import { parseJson } from "../../core/json/json-text.ts";
import type { TraceModelCall, TraceToolCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import type { TimeSpan, TraceRecord } from "./trace-record.ts";

/** A record as JSON text. Times are texts in it, since JSON has no integers of that size. */
export function recordText(record: TraceRecord): string {
  return JSON.stringify({
    ...record,
    start: record.start?.toString(),
    roots: record.roots.map(writeTimes),
    turns: record.turns.map((turn) => ({
      ...writeTimes(turn),
      tools: turn.tools.map(writeTimes),
      calls: turn.calls.map(writeTimes),
    })),
  });
}

export function readRecord(text: string): TraceRecord {
  const { start, roots, turns, ...rest } = parseJson(text) as Written<TraceRecord> & {
    readonly roots: readonly WrittenTimes[];
    readonly turns: readonly WrittenTurn[];
  };
  return {
    ...rest,
    start: readTime(start),
    roots: roots.map(readTimes),
    turns: turns.map(readTurn),
  };
}

interface WrittenTimes {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

type Written<T> = Omit<T, "start" | "end"> & WrittenTimes;

interface WrittenTurn extends Omit<Written<TraceTurn>, "tools" | "calls"> {
  readonly tools: readonly Written<TraceToolCall>[];
  readonly calls: readonly Written<TraceModelCall>[];
}

function readTurn(turn: WrittenTurn): TraceTurn {
  return {
    ...turn,
    start: readTime(turn.start),
    end: readTime(turn.end),
    tools: turn.tools.map(readTimes),
    calls: turn.calls.map(readTimes),
  };
}

function writeTimes<T extends TimeSpan>(timed: T): Written<T> {
  return { ...timed, start: timed.start?.toString(), end: timed.end?.toString() };
}

function readTimes<T extends WrittenTimes>(timed: T): Omit<T, "start" | "end"> & TimeSpan {
  return { ...timed, start: readTime(timed.start), end: readTime(timed.end) };
}

function readTime(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}
