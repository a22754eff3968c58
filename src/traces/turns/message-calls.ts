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

type Call = Extract<MessagePart, { type: "call" }>;
type Response = Extract<MessagePart, { type: "response" }>;

/** The tool calls in what the models of a turn said, in order. */
export function messageCalls(calls: readonly TraceModelCall[]): readonly MessageCall[] {
  const asked: { readonly part: Call; response?: Response }[] = [];
  const known = new Set<string>();
  const seen = new Map<string, number>();
  for (const { input, output } of calls) {
    for (const response of newResponses(input, seen)) {
      const open = asked.filter((each) => each.response === undefined);
      const call = open.find(({ part }) => isAnswer(response, part));
      if (call !== undefined) call.response = response;
    }
    for (const part of (output ?? []).flatMap(callsIn)) {
      if (part.id !== undefined && known.has(part.id)) continue;
      if (part.id !== undefined) known.add(part.id);
      asked.push({ part });
    }
  }
  return asked.map(({ part: { id, name = "", args }, response }) =>
    response === undefined
      ? { name, id, args }
      : { name, id, args, result: response.response, isError: response.isError },
  );
}

function callsIn({ parts }: Message): readonly Call[] {
  return parts.filter((part) => part.type === "call");
}

/** By id; one without an id answers the first that is open, of the tool that it names where it names one. */
function isAnswer(response: Response, call: Call): boolean {
  if (response.id !== undefined) return response.id === call.id;
  return response.name === undefined || response.name === call.name;
}

/** What this call of the model was told and none before it: histories are sent again and again. */
function newResponses(
  messages: readonly Message[] | undefined,
  seen: Map<string, number>,
): readonly Response[] {
  const counts = new Map<string, number>();
  const found: Response[] = [];
  for (const { parts } of messages ?? []) {
    for (const part of parts) {
      if (part.type !== "response") continue;
      const key = part.id === undefined ? `- ${JSON.stringify(part)}` : `# ${part.id}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > (seen.get(key) ?? 0)) found.push(part);
    }
  }
  for (const [key, count] of counts) seen.set(key, Math.max(count, seen.get(key) ?? 0));
  return found;
}
