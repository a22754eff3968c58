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
  const asked: AskedCall[] = [];
  const known = new Set<string>();
  const seen = new Map<string, number>();
  for (const { input = [], output = [] } of calls) {
    for (const response of newResponses(input, seen)) answer(asked, response);
    for (const part of output.flatMap(callsIn)) {
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

interface AskedCall {
  readonly part: Call;
  response?: Response;
}

function answer(asked: readonly AskedCall[], response: Response): void {
  const call = asked.find((each) => each.response === undefined && isAnswer(response, each.part));
  if (call !== undefined) call.response = response;
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
  messages: readonly Message[],
  seen: Map<string, number>,
): readonly Response[] {
  const told = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "response"));
  if (told.length === 0) return [];
  const found: Response[] = [];
  for (const [key, same] of Map.groupBy(told, keyOf)) {
    const before = seen.get(key) ?? 0;
    found.push(...same.slice(before));
    if (same.length > before) seen.set(key, same.length);
  }
  return found.sort((a, b) => told.indexOf(a) - told.indexOf(b));
}

function keyOf(response: Response): string {
  return response.id === undefined ? `- ${JSON.stringify(response)}` : `# ${response.id}`;
}
