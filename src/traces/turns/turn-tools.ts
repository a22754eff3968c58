import type { TraceModelCall, TraceToolCall } from "../../core/traces/trace-turn.ts";
import { type MessageCall, messageCalls } from "./message-calls.ts";

/**
 * The tool calls of a turn. Spans say that a call was made and when; what they leave out is taken from messages. Calls that
 * are in messages only stand after the one before them.
 */
export function turnTools(
  spans: readonly TraceToolCall[],
  calls: readonly TraceModelCall[],
  warnings: string[],
): readonly TraceToolCall[] {
  const tools = [...spans];
  const open = new Set(tools);
  const asked = messageCalls(calls);
  const matches = new Map<MessageCall, TraceToolCall>();
  for (const call of asked) pair(call, byId(call, open), open, matches);
  for (const call of asked) {
    if (!matches.has(call)) pair(call, byName(call, open), open, matches);
  }
  let last: TraceToolCall | undefined;
  for (const call of asked) {
    const matched = matches.get(call);
    if (matched !== undefined) {
      const filled = fill(matched, call);
      tools[tools.indexOf(matched)] = filled;
      last = filled;
      continue;
    }
    if (tools.some(({ spanId }) => spanId !== undefined)) {
      warnings.push(`The call of ${call.name || "a tool"} is in messages only; no span shows it.`);
    }
    const { isError, ...rest } = call;
    const added: TraceToolCall = { ...rest, ...(isError && { errorType: "_OTHER" }) };
    tools.splice(last === undefined ? 0 : tools.indexOf(last) + 1, 0, added);
    last = added;
  }
  return tools;
}

function pair(
  call: MessageCall,
  tool: TraceToolCall | undefined,
  open: Set<TraceToolCall>,
  matches: Map<MessageCall, TraceToolCall>,
): void {
  if (tool === undefined) return;
  open.delete(tool);
  matches.set(call, tool);
}

function byId({ id }: MessageCall, open: ReadonlySet<TraceToolCall>): TraceToolCall | undefined {
  return id === undefined ? undefined : [...open].find((tool) => tool.id === id);
}

/** The first of its name: what cannot be told apart is taken in order. */
function byName(
  { name }: MessageCall,
  open: ReadonlySet<TraceToolCall>,
): TraceToolCall | undefined {
  return [...open].find((tool) => tool.name === name);
}

function fill(tool: TraceToolCall, call: MessageCall): TraceToolCall {
  return {
    ...tool,
    name: tool.name || call.name,
    args: isEmpty(tool.args) && !isEmpty(call.args) ? call.args : tool.args,
    result: isEmpty(tool.result) && !isEmpty(call.result) ? call.result : tool.result,
    errorType: tool.errorType ?? (call.isError ? "_OTHER" : undefined),
  };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0 && !JSON.isRawJSON(value);
}
