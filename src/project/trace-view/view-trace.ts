import { greatest, least } from "../../core/traces/extremes.ts";
import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { conversationOf } from "../../traces/conversations/group-traces.ts";
import { traceRecord } from "../../traces/records/trace-record.ts";
import { inOrder } from "../../traces/turns/by-start.ts";
import { findTurns, type TraceReading } from "../../traces/turns/find-turns.ts";
import { spanTree } from "../../traces/turns/span-tree.ts";
import { withoutContent } from "../traces/trace-problems.ts";
import { placeSpans } from "./place-spans.ts";
import { promptChanges } from "./prompt-changes.ts";
import { type PlacedSpans, rowsOf } from "./rows-of.ts";
import { spanTimes } from "./span-times.ts";
import type { SpanRow, TraceView, TurnView } from "./trace-view.ts";

/** Beyond this many a screen shows no more spans, and says so. */
const MOST_SPANS = 20_000;

interface Told {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
}

/** The traces of one conversation, each read with its tree. */
export function readTraceTrees({ spans, logs }: Told): readonly TraceReading[] {
  const logsOf = Map.groupBy(logs, ({ traceId }) => traceId);
  return [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([traceId, own]) =>
    findTurns(spanTree(traceId, own, logsOf.get(traceId))),
  );
}

/** The spans of a conversation as a screen draws them. None is dropped in silence. */
export function viewTrace(told: Told): TraceView {
  const readings = readTraceTrees(told);
  const conversation = conversationOf("", readings.map(traceRecord));
  const { turns, records, traceIds } = conversation;
  const origin = least(told.spans.map(({ start }) => start)) ?? 0n;
  const last = greatest(told.spans.map(({ end, start }) => end ?? start));
  const { byTurn, around } = placeSpans(readings, turns);
  let room = MOST_SPANS;
  const changes = promptChanges(inOrder(readings.flatMap(({ tree }) => tree.views)));
  const take = (placed: PlacedSpans, path: boolean): readonly SpanRow[] => {
    const rows = rowsOf(placed, { origin, hasPath: path, most: room, changes });
    room -= rows.length;
    return rows;
  };
  const shown = turns.map((turn, at) =>
    turnView(turn, take(byTurn[at] ?? new Map(), true), origin),
  );
  const rest = take(around, false);
  return {
    traceIds,
    agent:
      turns.find(({ agentName }) => agentName !== undefined)?.agentName ?? records[0]?.serviceName,
    ...(last !== undefined && {
      start: Number(origin / 1000n) / 1000,
      duration: Number((last - origin) / 1000n) / 1000,
    }),
    spanCount: told.spans.length,
    turns: shown,
    around: rest,
    leftOut: readings.reduce((sum, { tree }) => sum + tree.views.length, 0) - (MOST_SPANS - room),
    warnings: [
      ...readings.flatMap(({ warnings }) => warnings),
      ...turns.flatMap((t) => t.warnings),
    ],
    withoutContent: turns.length === 0 ? undefined : withoutContent(conversation),
  };
}

function turnView(turn: TraceTurn, spans: readonly SpanRow[], origin: bigint): TurnView {
  const { id, user, answer, tools, calls, errorType } = turn;
  const { start, end } = spanTimes(turn, origin);
  const own = calls.filter(({ isDelegated }) => !isDelegated);
  const known = <T>(values: readonly (T | undefined)[]) =>
    values.filter((each) => each !== undefined);
  const sum = (values: readonly number[]) =>
    values.length === 0 ? undefined : values.reduce((total, each) => total + each, 0);
  return {
    id,
    user,
    answer,
    answerSpan: answer === undefined ? undefined : (own.at(-1) ?? calls.at(-1))?.spanId,
    tools: tools.map((tool) => ({ name: tool.name, error: tool.errorType, span: tool.spanId })),
    start,
    end,
    error: errorType,
    tokens: sum(
      known(calls.map(({ usage }) => usage)).map(({ input = 0, output = 0 }) => input + output),
    ),
    cost: sum(known(calls.map(({ cost }) => cost))),
    spans,
  };
}
