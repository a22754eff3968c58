import type { FunctionCall, FunctionResponse, Part } from "../content.ts";
import type { InvocationEvent } from "../invocation.ts";
import { tryJson } from "../json/loose-json.ts";
import { isObject } from "../schema/parse-context.ts";
import type { ToolStep } from "./tool-steps.ts";

/**
 * The events of a turn as a span carries them: who did what in which order. In the place of a tool call stands its number,
 * in that of a result -1 minus the number, since the spans of the tools say the rest.
 */
export function packEvents(
  events: readonly InvocationEvent[],
  tools: readonly ToolStep[],
): readonly unknown[] {
  const numbers = new Map<unknown, number>();
  for (const [number, { call, response }] of tools.entries()) {
    numbers.set(call, number);
    if (response !== undefined) numbers.set(response, -1 - number);
  }
  return events.map(({ content, ...event }) => ({
    ...event,
    ...(content !== undefined && {
      role: content.role,
      parts: content.parts?.map(
        (part) => numbers.get(part.functionCall ?? part.functionResponse) ?? part,
      ),
    }),
  }));
}

/** What the spans of a turn's tools say, by their numbers. */
export interface PackedTools {
  readonly count: number;
  call(tool: number): FunctionCall;
  response(tool: number): FunctionResponse | undefined;
}

/** The events again. Undefined where they do not fit to the tools: then somebody else wrote or changed them. */
export function unpackEvents(
  packed: unknown,
  tools: PackedTools,
): readonly InvocationEvent[] | undefined {
  const list = typeof packed === "string" ? tryJson(packed) : undefined;
  if (!Array.isArray(list) || !list.every(isPackedEvent)) return undefined;
  const numbers = list.flatMap(({ parts = [] }) => parts.filter(isNumber));
  const called = numbers.filter((number) => number >= 0);
  // every call once and in order, and none that no span shows
  if (called.length !== tools.count || called.some((number, place) => number !== place)) {
    return undefined;
  }
  if (numbers.some((number) => number < 0 && tools.response(-1 - number) === undefined)) {
    return undefined;
  }
  return list.map(({ role, parts, author, usageMetadata, modelVersion, groundingMetadata }) => ({
    author,
    ...(parts !== undefined && {
      content: { parts: parts.map((part) => partOf(part, tools)), ...(role && { role }) },
    }),
    ...(groundingMetadata && { groundingMetadata }),
    ...(usageMetadata && { usageMetadata }),
    ...(modelVersion !== undefined && { modelVersion }),
  }));
}

interface PackedEvent extends Omit<InvocationEvent, "content"> {
  readonly role?: string | undefined;
  readonly parts?: readonly (number | Part)[] | undefined;
}

function partOf(part: number | Part, tools: PackedTools): Part {
  if (!isNumber(part)) return part;
  if (part >= 0) return { functionCall: tools.call(part) };
  return { functionResponse: tools.response(-1 - part) };
}

function isNumber(part: unknown): part is number {
  return typeof part === "number";
}

function isPackedEvent(value: unknown): value is PackedEvent {
  if (!isObject(value) || typeof value.author !== "string") return false;
  const { role, parts, modelVersion, usageMetadata, groundingMetadata } = value;
  return (
    isOptional(role, "string") &&
    isOptional(modelVersion, "string") &&
    isOptional(usageMetadata, "object") &&
    isOptional(groundingMetadata, "object") &&
    (parts === undefined || (Array.isArray(parts) && parts.every(isPackedPart)))
  );
}

/** Calls come from spans only: what nobody shows in a trace is not counted from it either. */
function isPackedPart(part: unknown): boolean {
  if (typeof part === "number") return Number.isSafeInteger(part);
  return isObject(part) && part.functionCall === undefined && isOptional(part.text, "string");
}

function isOptional(value: unknown, type: "string" | "object"): boolean {
  if (value === undefined) return true;
  return type === "object" ? isObject(value) : typeof value === type;
}
