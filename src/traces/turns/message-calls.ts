import type { Message, MessagePart } from "../../core/traces/message.ts";
import type { TraceModelCall } from "../../core/traces/trace-turn.ts";
import { ErrorSearch } from "../dialects/error-search.ts";
import { ModelCall } from "./model-call.ts";

/** A tool call as the model asked for it. */
export interface MessageCall {
  readonly name: string;
  readonly id?: string | undefined;
  readonly args?: unknown;
}

/** What came back of it, where a later call of the model was told. */
export interface MessageAnswer {
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
}

export interface MessageCalls {
  /** In order. */
  readonly asked: readonly MessageCall[];
  /** Looked for in what models were given, which is long, when somebody asks. */
  answerOf(call: MessageCall): MessageAnswer | undefined;
  /** Whether a model was told that it failed. */
  hasFailed(call: MessageCall): boolean;
}

type Call = Extract<MessagePart, { type: "call" }>;
type Response = Extract<MessagePart, { type: "response" }>;

/** The tool calls in what the models of a turn said. */
export function messageCalls(calls: readonly TraceModelCall[]): MessageCalls {
  const asked: MessageCall[] = [];
  const ids = new Set<string>();
  const byCall = calls.map(({ output = [] }) => {
    const own: MessageCall[] = [];
    for (const { id, name = "", args } of callsIn(output)) {
      if (id !== undefined && ids.has(id)) continue;
      if (id !== undefined) ids.add(id);
      own.push({ name, id, args });
    }
    asked.push(...own);
    return own;
  });
  let answers: ReadonlyMap<MessageCall, MessageAnswer> | undefined;
  const answerOf = (call: MessageCall): MessageAnswer | undefined => {
    answers ??= readAnswers(calls, byCall);
    return answers.get(call);
  };
  const mayTell = () => {
    const search = new ErrorSearch();
    return calls.some((call) => !(call instanceof ModelCall) || call.mayTellOfErrors(search));
  };
  let tells: boolean | undefined;
  return {
    asked,
    answerOf,
    hasFailed(call) {
      tells ??= mayTell();
      return tells && answerOf(call)?.isError === true;
    },
  };
}

/** What each call of a model was told about those that were asked for before it. */
function readAnswers(
  calls: readonly TraceModelCall[],
  byCall: readonly (readonly MessageCall[])[],
): ReadonlyMap<MessageCall, MessageAnswer> {
  const answers = new Map<MessageCall, MessageAnswer>();
  const byId = new Map<string, MessageCall>();
  const open = new Set<MessageCall>();
  const seen = new Map<string, number>();
  for (const [place, own] of byCall.entries()) {
    for (const response of newResponses(calls[place]?.input ?? [], seen)) {
      const call = answeredBy(response, byId, open);
      if (call === undefined) continue;
      answers.set(call, { result: response.response, isError: response.isError });
      open.delete(call);
    }
    for (const call of own) {
      if (call.id !== undefined) byId.set(call.id, call);
      open.add(call);
    }
  }
  return answers;
}

/** By id; one without an id answers the first that is open, of the tool that it names where it names one. */
function answeredBy(
  { id, name }: Response,
  byId: ReadonlyMap<string, MessageCall>,
  open: ReadonlySet<MessageCall>,
): MessageCall | undefined {
  if (id !== undefined) {
    const call = byId.get(id);
    return call !== undefined && open.has(call) ? call : undefined;
  }
  for (const call of open) if (name === undefined || name === call.name) return call;
  return undefined;
}

function callsIn(messages: readonly Message[]): readonly Call[] {
  const found: Call[] = [];
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === "call") found.push(part);
  }
  return found;
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
