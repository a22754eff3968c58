import { isObject } from "../../core/schema/parse-context.ts";
import type { TraceModelCall, TraceToolCall } from "../../core/traces/trace-turn.ts";
import { isTooDeep } from "./is-too-deep.ts";
import {
  type MessageAnswer,
  type MessageCall,
  type MessageCalls,
  messageCalls,
} from "./message-calls.ts";

/**
 * The tool calls of a turn. Spans say that a call was made and when; what they leave out is taken from messages. Calls that
 * are in messages only stand after the one before them.
 */
export function turnTools(
  spans: readonly TraceToolCall[],
  calls: readonly TraceModelCall[],
  warnings: string[],
): readonly TraceToolCall[] {
  const messages = messageCalls(calls);
  const { asked } = messages;
  if (asked.length === 0) return spans.map((tool) => bounded(tool, warnings));
  const matches = pairs(asked, spans);
  const filled = new Map<TraceToolCall, TraceToolCall>();
  const behind = new Map<TraceToolCall | undefined, TraceToolCall[]>();
  const hasSpans = spans.some(({ spanId }) => spanId !== undefined);
  let last: TraceToolCall | undefined;
  for (const call of asked) {
    const matched = matches.get(call);
    if (matched !== undefined) {
      filled.set(matched, fill(matched, call, messages));
      last = matched;
      continue;
    }
    if (hasSpans) {
      warnings.push(`The call of ${call.name || "a tool"} is in messages only; no span shows it.`);
    }
    const added = alone(call, messages);
    const others = behind.get(last);
    if (others === undefined) behind.set(last, [added]);
    else others.push(added);
  }
  const first = behind.get(undefined) ?? [];
  const tools = spans.flatMap((tool) => [filled.get(tool) ?? tool, ...(behind.get(tool) ?? [])]);
  return [...first, ...tools].map((tool) => bounded(tool, warnings));
}

/** Which span shows which call: by id, then by name. What cannot be told apart is taken in order. */
function pairs(
  asked: readonly MessageCall[],
  spans: readonly TraceToolCall[],
): ReadonlyMap<MessageCall, TraceToolCall> {
  const matches = new Map<MessageCall, TraceToolCall>();
  const taken = new Set<TraceToolCall>();
  const byId = waitingBy(spans, taken, ({ id }) => id);
  const byName = waitingBy(spans, taken, ({ name }) => name);
  for (const [find, key] of [
    [byId, (call: MessageCall) => call.id],
    [byName, (call: MessageCall) => call.name],
  ] as const) {
    for (const call of asked) {
      const tool = matches.has(call) ? undefined : find(key(call));
      if (tool === undefined) continue;
      taken.add(tool);
      matches.set(call, tool);
    }
  }
  return matches;
}

/** Finds the first that has a key and is not taken yet; each is looked at once, however many there are. */
function waitingBy(
  spans: readonly TraceToolCall[],
  taken: ReadonlySet<TraceToolCall>,
  keyOf: (tool: TraceToolCall) => string | undefined,
) {
  const isFree = (tool: TraceToolCall) => !taken.has(tool);
  if (spans.length <= FEW) {
    return (key: string | undefined) =>
      key === undefined ? undefined : spans.find((tool) => keyOf(tool) === key && isFree(tool));
  }
  const waiting = new Map(
    [...Map.groupBy(spans, keyOf)].map(([key, tools]) => [key, tools.values()] as const),
  );
  return (key: string | undefined): TraceToolCall | undefined => {
    if (key === undefined) return undefined;
    for (const tool of waiting.get(key) ?? []) if (isFree(tool)) return tool;
    return undefined;
  };
}

/** So many are looked through quicker than sorted. */
const FEW = 8;

/** A call that no span shows. */
function alone(call: MessageCall, messages: MessageCalls): TraceToolCall {
  const answer = messages.answerOf(call);
  if (answer === undefined) return call;
  const { result, isError } = answer;
  return { ...call, result, ...(isError && { errorType: "_OTHER" }) };
}

function fill(tool: TraceToolCall, call: MessageCall, messages: MessageCalls): TraceToolCall {
  const { id, spanId, start, end } = tool;
  return {
    name: tool.name || call.name,
    id,
    args: argsOf(tool, call),
    result: isEmpty(tool.result) ? resultOf(tool, messages.answerOf(call)) : tool.result,
    errorType: tool.errorType ?? (messages.hasFailed(call) ? "_OTHER" : undefined),
    spanId,
    start,
    end,
  };
}

/** Arguments have names: where a span has but a text, what the model asked for says more. */
function argsOf({ args }: TraceToolCall, call: MessageCall): unknown {
  const isTold = isEmpty(args) || (typeof args === "string" && isObject(call.args));
  return isTold && !isEmpty(call.args) ? call.args : args;
}

function resultOf(tool: TraceToolCall, answer: MessageAnswer | undefined): unknown {
  return isEmpty(answer?.result) ? tool.result : answer?.result;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0 && !JSON.isRawJSON(value);
}

/** Without what nothing after this could walk through. */
function bounded(tool: TraceToolCall, warnings: string[]): TraceToolCall {
  const name = tool.name || "a tool";
  let kept = tool;
  if (isTooDeep(tool.args)) {
    warnings.push(`The arguments of ${name} are nested too deep, and are left out.`);
    kept = { ...kept, args: undefined };
  }
  if (isTooDeep(tool.result)) {
    warnings.push(`The result of ${name} is nested too deep, and is left out.`);
    kept = { ...kept, result: undefined };
  }
  return kept;
}
