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
  const byId = new Map<string, AskedCall>();
  const open = new Set<AskedCall>();
  const seen = new Map<string, number>();
  for (const { input = [], output = [] } of calls) {
    for (const response of newResponses(input, seen)) {
      const call = answeredBy(response, byId, open);
      if (call === undefined) continue;
      call.response = response;
      open.delete(call);
    }
    for (const part of output.flatMap(callsIn)) {
      if (part.id !== undefined && byId.has(part.id)) continue;
      const call: AskedCall = { part };
      if (part.id !== undefined) byId.set(part.id, call);
      open.add(call);
      asked.push(call);
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

/** By id; one without an id answers the first that is open, of the tool that it names where it names one. */
function answeredBy(
  { id, name }: Response,
  byId: ReadonlyMap<string, AskedCall>,
  open: ReadonlySet<AskedCall>,
): AskedCall | undefined {
  if (id !== undefined) {
    const call = byId.get(id);
    return call?.response === undefined ? call : undefined;
  }
  for (const call of open) if (name === undefined || name === call.part.name) return call;
  return undefined;
}

function callsIn({ parts }: Message): readonly Call[] {
  return parts.filter((part) => part.type === "call");
}

/** What this call of the model was told and none before it: histories are sent again and again. */
function newResponses(
  messages: readonly Message[],
  seen: Map<string, number>,
): readonly Response[] {
  const told = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "response"));
  if (told.length === 0) return [];
  const here = new Map<string, number>();
  const found: Response[] = [];
  for (const response of told) {
    const key = keyOf(response);
    const count = (here.get(key) ?? 0) + 1;
    here.set(key, count);
    if (count > (seen.get(key) ?? 0)) found.push(response);
  }
  for (const [key, count] of here) seen.set(key, Math.max(count, seen.get(key) ?? 0));
  return found;
}

function keyOf(response: Response): string {
  return response.id === undefined ? `- ${JSON.stringify(response)}` : `# ${response.id}`;
}
