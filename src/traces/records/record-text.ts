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
  const { traceId, key, start, turns, caseId, evalSetId, serviceName, isAdk, roots } = record;
  const origin = start ?? 0n;
  const written: Written<TraceRecord, { turns: readonly WrittenTurn[] }> = {
    traceId,
    key,
    start: start?.toString(),
    turns: turns.map((turn) => writeTurn(turn, origin)),
    caseId,
    evalSetId,
    serviceName,
    isAdk,
    roots: roots.map((root) => ({
      start: writeTime(root.start, origin),
      end: writeTime(root.end, origin),
    })),
    evaluations: record.evaluations,
  };
  const text = JSON.stringify(written);
  return mayHoldLongNumber(text) ? LONG + text : text;
}

/** What was parsed is nobody else's: times are put back where they stand, and nothing is copied. */
export function readRecord(text: string): TraceRecord {
  const isLong = text.startsWith(LONG);
  const read: unknown = isLong ? parseJson(text.slice(LONG.length)) : JSON.parse(text);
  const record = read as Changeable<TraceRecord>;
  const { start } = read as { readonly start?: string };
  const origin = start === undefined ? 0n : BigInt(start);
  record.start = start === undefined ? undefined : origin;
  for (const root of record.roots) readTimes(root, origin);
  for (const turn of record.turns as Changeable<TraceTurn>[]) {
    readTimes(turn, origin);
    for (const tool of turn.tools) readTimes(tool, origin);
    const calls = turn.calls as unknown as readonly WrittenCall[];
    turn.calls = calls.map((call) => readCall(call, origin));
  }
  return record;
}

/** Nanoseconds since the origin; none where the time is not known. */
type WrittenTime = number | string | null | undefined;
type Written<T, Changed = object> = Omit<T, "start" | "end" | keyof Changed | "roots"> &
  Changed & { readonly start: WrittenTime; readonly end?: WrittenTime; readonly roots?: unknown };
type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

type WrittenTurn = Written<
  TraceTurn,
  { tools: readonly Written<TraceToolCall>[]; calls: readonly WrittenCall[] }
>;

/** What most calls have not stands last, and is left out with all behind it. */
type WrittenCall = readonly [
  start: WrittenTime,
  end: WrittenTime,
  spanId: string,
  isDelegated: 0 | 1,
  model: string | null,
  usage: TraceModelCall["usage"] | null,
  more?: Pick<TraceModelCall, "responseModel" | "provider" | "cost" | "input" | "output">,
];

/** By their names: copying the rest of an object takes many times as long. */
function writeTurn(turn: TraceTurn, origin: bigint): WrittenTurn {
  return {
    id: turn.id,
    traceId: turn.traceId,
    user: turn.user,
    answer: turn.answer,
    tools: turn.tools.map((tool) => writeTool(tool, origin)),
    calls: turn.calls.map((call) => writeCall(call, origin)),
    agentName: turn.agentName,
    start: writeTime(turn.start, origin),
    end: writeTime(turn.end, origin),
    errorType: turn.errorType,
    isModelOnly: turn.isModelOnly,
    hasContent: turn.hasContent,
    warnings: turn.warnings,
    events: turn.events,
    state: turn.state,
  } satisfies { [Key in keyof Required<TraceTurn>]: unknown };
}

function writeTool(tool: TraceToolCall, origin: bigint): Written<TraceToolCall> {
  return {
    name: tool.name,
    id: tool.id,
    args: tool.args,
    result: tool.result,
    errorType: tool.errorType,
    spanId: tool.spanId,
    start: writeTime(tool.start, origin),
    end: writeTime(tool.end, origin),
  } satisfies { [Key in keyof Required<TraceToolCall>]: unknown };
}

function writeCall(call: TraceModelCall, origin: bigint): WrittenCall {
  const { spanId, responseModel, provider, cost, input, output } = call;
  const hasMore = (responseModel ?? provider ?? cost ?? input ?? output) !== undefined;
  const from = writeTime(call.start, origin);
  const to = writeTime(call.end, origin);
  const isUnder = call.isDelegated ? 1 : 0;
  const name = call.model ?? null;
  const used = call.usage ?? null;
  return hasMore
    ? [from, to, spanId, isUnder, name, used, { responseModel, provider, cost, input, output }]
    : [from, to, spanId, isUnder, name, used];
}

function readCall(call: WrittenCall, origin: bigint): TraceModelCall {
  const known = {
    spanId: call[2],
    model: call[4] ?? undefined,
    usage: call[5] ?? undefined,
    isDelegated: call[3] === 1,
    start: readTime(call[0], origin),
    end: readTime(call[1], origin),
  };
  return call[6] === undefined ? known : { ...known, ...call[6] };
}

function writeTime(time: bigint | undefined, origin: bigint): WrittenTime {
  if (time === undefined) return undefined;
  const since = Number(time - origin);
  return Number.isSafeInteger(since) ? since : time.toString();
}

function readTimes(written: TimeSpan, origin: bigint): void {
  const read = written as Changeable<TimeSpan>;
  read.start = readTime(written.start as unknown as WrittenTime, origin);
  read.end = readTime(written.end as unknown as WrittenTime, origin);
}

function readTime(written: WrittenTime, origin: bigint): bigint | undefined {
  if (written === null || written === undefined) return undefined;
  return typeof written === "string" ? BigInt(written) : origin + BigInt(written);
}
