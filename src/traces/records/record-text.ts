import { mayHoldLongNumber, parseJson } from "../../core/json/json-text.ts";
import type { TraceModelCall, TraceToolCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import type { TimeSpan, TraceRecord } from "./trace-record.ts";

/** Stands before a text with numbers that a double may not hold: they are looked for once, by whoever writes. */
const LONG = "!";

/**
 * A record as JSON text. There are hundreds of thousands, so that calls stand without the names of their fields, and times
 * are nanoseconds since the record's own start. A time too far from it for a double is a text.
 */
export function recordText(record: TraceRecord): string {
  const { start, roots, turns, ...rest } = record;
  const origin = start ?? 0n;
  const text = JSON.stringify([
    start?.toString() ?? 0,
    roots.map((root) => timesOf(root, origin)),
    turns.map((turn) => writeTurn(turn, origin)),
    rest,
  ]);
  return mayHoldLongNumber(text) ? LONG + text : text;
}

export function readRecord(text: string): TraceRecord {
  const isLong = text.startsWith(LONG);
  const read: unknown = isLong ? parseJson(text.slice(LONG.length)) : JSON.parse(text);
  const [start, roots, turns, rest] = read as WrittenRecord;
  const begun = start === 0 ? undefined : BigInt(start);
  const origin = begun ?? 0n;
  return {
    ...rest,
    start: begun,
    roots: roots.map(([from, to]) => ({
      start: readTime(from, origin),
      end: readTime(to, origin),
    })),
    turns: turns.map((turn) => readTurn(turn, origin)),
  };
}

/** Nanoseconds since the origin; null where the time is not known. */
type WrittenTime = number | string | null;
type WrittenTimes = readonly [start: WrittenTime, end: WrittenTime];
type Timeless<T> = Omit<T, "start" | "end">;

type WrittenRecord = readonly [
  start: string | 0,
  roots: readonly WrittenTimes[],
  turns: readonly WrittenTurn[],
  rest: Omit<TraceRecord, "start" | "roots" | "turns">,
];

type WrittenTurn = readonly [
  ...times: WrittenTimes,
  tools: readonly (readonly [...times: WrittenTimes, tool: Timeless<TraceToolCall>])[],
  calls: readonly WrittenCall[],
  rest: Omit<Timeless<TraceTurn>, "tools" | "calls">,
];

/** What most calls have not stands last, and is left out with all behind it. */
type WrittenCall = readonly [
  ...times: WrittenTimes,
  spanId: string,
  isDelegated: 0 | 1,
  model: string | null,
  usage: TraceModelCall["usage"] | null,
  more?: Pick<TraceModelCall, "responseModel" | "provider" | "cost" | "input" | "output">,
];

function writeTurn(turn: TraceTurn, origin: bigint): WrittenTurn {
  const { start, end, tools, calls, ...rest } = turn;
  return [
    writeTime(start, origin),
    writeTime(end, origin),
    tools.map(({ start: from, end: to, ...tool }) => [
      writeTime(from, origin),
      writeTime(to, origin),
      tool,
    ]),
    calls.map((call) => writeCall(call, origin)),
    rest,
  ];
}

function readTurn([start, end, tools, calls, rest]: WrittenTurn, origin: bigint): TraceTurn {
  return {
    ...rest,
    start: readTime(start, origin),
    end: readTime(end, origin),
    tools: tools.map(([from, to, tool]) => ({
      ...tool,
      start: readTime(from, origin),
      end: readTime(to, origin),
    })),
    calls: calls.map((call) => readCall(call, origin)),
  };
}

function writeCall(call: TraceModelCall, origin: bigint): WrittenCall {
  const { spanId, isDelegated, model, usage, start, end } = call;
  const { responseModel, provider, cost, input, output } = call;
  const hasMore = (responseModel ?? provider ?? cost ?? input ?? output) !== undefined;
  const [from, to] = [writeTime(start, origin), writeTime(end, origin)];
  const isUnder = isDelegated ? 1 : 0;
  const [name, used] = [model ?? null, usage ?? null];
  return hasMore
    ? [from, to, spanId, isUnder, name, used, { responseModel, provider, cost, input, output }]
    : [from, to, spanId, isUnder, name, used];
}

function readCall(call: WrittenCall, origin: bigint): TraceModelCall {
  const [start, end, spanId, isUnder, model, usage, more] = call;
  return {
    spanId,
    model: model ?? undefined,
    usage: usage ?? undefined,
    isDelegated: isUnder === 1,
    start: readTime(start, origin),
    end: readTime(end, origin),
    ...more,
  };
}

function timesOf({ start, end }: TimeSpan, origin: bigint): WrittenTimes {
  return [writeTime(start, origin), writeTime(end, origin)];
}

function writeTime(time: bigint | undefined, origin: bigint): WrittenTime {
  if (time === undefined) return null;
  const since = Number(time - origin);
  return Number.isSafeInteger(since) ? since : time.toString();
}

function readTime(written: WrittenTime, origin: bigint): bigint | undefined {
  if (written === null) return undefined;
  return typeof written === "string" ? BigInt(written) : origin + BigInt(written);
}
