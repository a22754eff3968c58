import type { InvocationEvent, StepTime, UsageMetadata } from "../invocation.ts";
import type { RecordedRequest } from "../requests/read-requests.ts";
import { SIMULATED } from "./own-attributes.ts";
import { requestAttributes } from "./request-attributes.ts";
import type { Attributes, Span } from "./span.ts";
import { outputJson } from "./span-messages.ts";
import type { ToolStep } from "./tool-steps.ts";

/** What distinguishes a span from the others of its conversation. */
export type SpanFacts = Pick<Span, "name" | "kind" | "attributes" | "status">;

interface CallFacts {
  readonly cost?: number | undefined;
  /** What it was sent, where that is on record. */
  readonly request?: RecordedRequest | undefined;
}

/** A call of a model by the agent. What its last words were is not known. */
export function modelSpan(event: InvocationEvent, { cost, request }: CallFacts): SpanFacts {
  const { modelVersion: model, author, content, usageMetadata: usage = {} } = event;
  return {
    name: model ? `chat ${model}` : "chat",
    kind: "client",
    attributes: known({
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": model || undefined,
      "gen_ai.agent.name": author,
      ...usageAttributes(usage),
      "gen_ai.usage.cost": cost,
      ...(request && requestAttributes(request)),
      "gen_ai.output.messages": content && outputJson(content),
    }),
  };
}

function usageAttributes(usage: UsageMetadata): Attributes {
  const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = usage;
  const { candidatesTokenCount, thoughtsTokenCount } = usage;
  return {
    "gen_ai.usage.input_tokens": sum(promptTokenCount, toolUsePromptTokenCount),
    // thoughts are part of the output in these conventions
    "gen_ai.usage.output_tokens": sum(candidatesTokenCount, thoughtsTokenCount),
    "gen_ai.usage.cache_read.input_tokens": cachedContentTokenCount,
    "gen_ai.usage.reasoning.output_tokens": thoughtsTokenCount,
  };
}

export function toolSpan(step: ToolStep, simulated: readonly number[]): SpanFacts {
  const { call, author, response, responsePlace = -1 } = step;
  const name = call.name ?? "";
  const failure = failureOf(step);
  return {
    name: `execute_tool ${name}`.trimEnd(),
    kind: "internal",
    attributes: known({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name || undefined,
      "gen_ai.tool.call.id": call.id || undefined,
      "gen_ai.agent.name": author,
      "gen_ai.tool.call.arguments": JSON.stringify(call.args ?? {}),
      "gen_ai.tool.call.result": response && JSON.stringify(response.response ?? {}),
      "error.type": failure === undefined ? undefined : "tool_error",
      [SIMULATED]: simulated.includes(responsePlace) || undefined,
    }),
    ...(failure !== undefined && { status: { code: "error", message: failure } }),
  };
}

/** Where a tool failed, its recorder has put down the error in the place of a result. */
function failureOf({ response }: ToolStep): string | undefined {
  const error = response?.response?.error;
  return typeof error === "string" && error !== "" ? error : undefined;
}

/** When a step was, in nanoseconds since 1970. */
export function stepTimes(
  [from, to]: StepTime,
  start: bigint | undefined,
): { readonly start?: bigint; readonly end?: bigint } {
  if (start === undefined) return {};
  return {
    ...(from !== null && { start: start + nanoseconds(from) }),
    ...(to !== null && { end: start + nanoseconds(to) }),
  };
}

export function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds)) * 1_000_000n;
}

/** Without what is not known. */
export function known(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
