import type { Message, MessagePart } from "../../core/traces/message.ts";
import { CASE_ID, SET_ID } from "../../core/traces/own-attributes.ts";
import type { TraceEvaluation } from "../../core/traces/trace-evaluation.ts";
import type { TraceModelCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import { type ConversationKey, conversationKey } from "../conversations/conversation-key.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { readEvaluations } from "../evaluations/read-evaluations.ts";
import type { TraceReading } from "../turns/find-turns.ts";

/** All that scoring needs of one trace: small, so that its spans can be forgotten. */
export interface TraceRecord {
  readonly traceId: string;
  readonly key: ConversationKey;
  /** Of its first span. */
  readonly start?: bigint | undefined;
  readonly turns: readonly TraceTurn[];
  /** The case that a span or its sender names. */
  readonly caseId?: string | undefined;
  /** The eval set that the case is of, where it is named too. */
  readonly evalSetId?: string | undefined;
  readonly serviceName?: string | undefined;
  /** Written by ADK's own instrumentation. */
  readonly isAdk: boolean;
  /** Without a turn there still is a trace, which took time: its roots. */
  readonly roots: readonly TimeSpan[];
  /** What others said of it; undefined where nobody did. */
  readonly evaluations?: readonly TraceEvaluation[] | undefined;
}

export interface TimeSpan {
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

/** What is left of a trace when its turns are known. */
export function traceRecord(reading: TraceReading): TraceRecord {
  const { traceId, turns, tree } = reading;
  const first = tree.views[0]?.span;
  return {
    traceId,
    key: conversationKey(reading),
    start: first?.start,
    turns: turns.map(withoutHistory),
    caseId: nameAt(tree.views, CASE_ID),
    evalSetId: nameAt(tree.views, SET_ID),
    serviceName: textOf(first?.resource.attributes["service.name"]),
    isAdk: tree.views.some(({ span }) => span.scope.name === "gcp.vertex.agent"),
    roots: turns.length > 0 ? [] : tree.roots.map(({ span: { start, end } }) => ({ start, end })),
    evaluations: readEvaluations(reading),
  };
}

/** On a span, else on whoever sent it. */
function nameAt(views: readonly SpanView[], key: string): string | undefined {
  for (const { span } of views) {
    const { attributes, resource } = span;
    const name = textOf(attributes[key] ?? resource.attributes[key]);
    if (name !== undefined) return name;
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Histories are long, and sent again with every call. A turn that an agent stands for has taken what it needs; one that is
 * made of calls alone may be joined with the next, which asks what was called and what came back.
 */
function withoutHistory(turn: TraceTurn): TraceTurn {
  return { ...turn, calls: turn.calls.map(turn.isModelOnly ? withoutWords : withoutMessages) };
}

function withoutMessages(call: TraceModelCall): TraceModelCall {
  const { spanId, model, responseModel, provider, usage, isDelegated, start, end, cost } = call;
  return { spanId, model, responseModel, provider, usage, isDelegated, start, end, cost };
}

function withoutWords(call: TraceModelCall): TraceModelCall {
  return {
    ...withoutMessages(call),
    input: call.input?.map((message) => keepParts(message, isCallOrResponse)),
    output: call.output?.map((message) => keepParts(message, ({ type }) => type !== "other")),
  };
}

function keepParts({ role, parts }: Message, isKept: (part: MessagePart) => boolean): Message {
  return { role, parts: parts.filter(isKept) };
}

function isCallOrResponse({ type }: MessagePart): boolean {
  return type === "call" || type === "response";
}
