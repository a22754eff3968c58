import type { FunctionCall, FunctionResponse } from "../../core/content.ts";
import { textContent } from "../../core/content.ts";
import type { Invocation, InvocationEvent } from "../../core/invocation.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { unpackEvents } from "../../core/traces/packed-events.ts";
import type { TraceToolCall, TraceTurn } from "../../core/traces/trace-turn.ts";

/** A turn of a trace in the form that metrics measure: what was called and answered, in order, then the answer. */
export function toInvocation(turn: TraceTurn): Invocation {
  const { id, user = "", answer, start, end } = turn;
  const userContent = textContent("user", user);
  const intermediateData = { invocationEvents: ownEvents(turn) ?? eventsOf(turn) };
  const creationTimestamp = start === undefined ? 0 : Number(start / 1000n) / 1e6;
  const duration = secondsBetween(start, end);
  const modelDuration = total(turn.calls);
  const toolDuration = total(turn.tools);
  const times = { creationTimestamp, duration, modelDuration, toolDuration };
  if (answer === undefined) {
    return { invocationId: id, userContent, intermediateData, ...times };
  }
  const finalResponse = textContent("model", answer);
  // by their names: there is one for each of a hundred thousand turns, and a spread costs more than all the rest
  return {
    invocationId: id,
    userContent,
    finalResponse,
    intermediateData,
    creationTimestamp,
    duration,
    modelDuration,
    toolDuration,
  };
}

/** Of a run of ours, where its spans fit together. */
function ownEvents({ id, tools, events }: TraceTurn): readonly InvocationEvent[] | undefined {
  if (events === undefined) return undefined;
  const idOf = (place: number) => tools[place]?.id ?? `${id}:${place}`;
  return unpackEvents(events, {
    count: tools.length,
    call: (place) => callOf(tools[place] ?? { name: "" }, idOf(place)),
    response(place) {
      const { name = "", result } = tools[place] ?? {};
      return isObject(result) ? { id: idOf(place), name, response: result } : undefined;
    },
  });
}

function eventsOf(turn: TraceTurn): readonly InvocationEvent[] {
  const author = turn.agentName ?? "agent";
  const events: InvocationEvent[] = [];
  let place = 0;
  for (const tool of turn.tools) {
    const id = tool.id ?? `${turn.id}:${place}`;
    place += 1;
    events.push({
      author,
      content: { role: "model", parts: [{ functionCall: callOf(tool, id) }] },
    });
    const answered = responseOf(tool, id);
    if (answered !== undefined) {
      events.push({ author, content: { role: "user", parts: [{ functionResponse: answered }] } });
    }
  }
  for (const { usage, model, responseModel } of turn.calls) {
    if (usage === undefined) continue;
    events.push({
      author,
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        cachedContentTokenCount: usage.cacheRead,
        thoughtsTokenCount: usage.reasoning,
        totalTokenCount: (usage.input ?? 0) + (usage.output ?? 0),
      },
      modelVersion: responseModel ?? model,
    });
  }
  return events;
}

function callOf({ name, args }: TraceToolCall, id: string): FunctionCall {
  return { id, name, args: argumentsOf(args) };
}

/** Arguments are an object, as ADK has it; what is none is kept under a name. */
export function argumentsOf(args: unknown): Readonly<Record<string, unknown>> {
  if (args === undefined || args === null) return {};
  return isObject(args) && !JSON.isRawJSON(args) ? args : { value: args };
}

function responseOf(tool: TraceToolCall, id: string): FunctionResponse | undefined {
  const { name, result, errorType } = tool;
  if (result === undefined && errorType === undefined) return undefined;
  const held =
    isObject(result) && !JSON.isRawJSON(result) ? result : result === undefined ? {} : { result };
  return { id, name, response: errorType === undefined ? held : { error: errorType, ...held } };
}

interface Timed {
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

function secondsBetween(start: bigint | undefined, end: bigint | undefined): number | undefined {
  return start === undefined || end === undefined || end < start
    ? undefined
    : Number(end - start) / 1e9;
}

function total(all: readonly Timed[]): number | undefined {
  let sum: number | undefined;
  for (const { start, end } of all) {
    const seconds = secondsBetween(start, end);
    if (seconds !== undefined) sum = (sum ?? 0) + seconds;
  }
  return sum;
}
