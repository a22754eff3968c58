import type { Message, MessagePart } from "../../core/traces/message.ts";
import type { TraceModelCall } from "../../core/traces/trace-turn.ts";

/** A tool call as the model asked for it, with what came back where a later call of the model was told. */
export interface MessageCall {
  readonly name: string;
  readonly id?: string | undefined;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
}

type Response = Extract<MessagePart, { type: "response" }>;

/** The tool calls in what the models of a turn said, in order. */
export function messageCalls(calls: readonly TraceModelCall[]): readonly MessageCall[] {
  const found: MessageCall[] = [];
  const known = new Set<string>();
  const answered = new Set<Response>();
  for (const [index, call] of calls.entries()) {
    const asked = (call.output ?? []).flatMap(callsIn);
    if (asked.length === 0) continue;
    const later = newResponses(call, calls.slice(index + 1));
    for (const part of asked) {
      if (part.id !== undefined) {
        if (known.has(part.id)) continue;
        known.add(part.id);
      }
      const response = responseTo(part, later, answered);
      if (response !== undefined) answered.add(response);
      found.push({
        name: part.name ?? "",
        id: part.id,
        args: part.args,
        ...(response !== undefined && {
          result: response.response,
          isError: response.isError,
        }),
      });
    }
  }
  return found;
}

type Call = Extract<MessagePart, { type: "call" }>;

function callsIn({ parts }: Message): readonly Call[] {
  return parts.filter((part) => part.type === "call");
}

function responsesIn(messages: readonly Message[] | undefined): readonly Response[] {
  return (messages ?? []).flatMap(({ parts }) => parts.filter((part) => part.type === "response"));
}

/** What later calls of the model were told that this one was not: histories are sent again and again. */
function newResponses(
  call: TraceModelCall,
  later: readonly TraceModelCall[],
): readonly Response[] {
  const before = responsesIn(call.input);
  for (const each of later) {
    const responses = responsesIn(each.input);
    if (responses.length > before.length) return responses.slice(before.length);
  }
  return [];
}

/** By id, else the first that nobody has and that names this tool or none. */
function responseTo(
  { id, name }: Call,
  responses: readonly Response[],
  answered: ReadonlySet<Response>,
): Response | undefined {
  const open = responses.filter((response) => !answered.has(response));
  const byId = id === undefined ? undefined : open.find((response) => response.id === id);
  if (byId !== undefined) return byId;
  return open.find(
    (response) =>
      (response.id === undefined || id === undefined) &&
      (response.name === undefined || response.name === name),
  );
}
