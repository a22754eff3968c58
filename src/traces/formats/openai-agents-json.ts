import { fieldsOf, type LooseJson, textFrom } from "../../core/json/loose-json.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Attributes, Span } from "../../core/traces/span.ts";
import type { ContentBuilder } from "./trace-content.ts";

/** Whether a value is an item of what the OpenAI Agents SDK exports: a trace, or a span of one. */
export function isAgentsItem(item: unknown): boolean {
  return isObject(item) && (item.object === "trace" || item.object === "trace.span");
}

/** Reads traces and spans of the OpenAI Agents SDK's own export. What a span is about stays one attribute, `span_data`. */
export function readAgentsItems(items: readonly LooseJson[], into: ContentBuilder): void {
  const traces = new Map<string, LooseJson>();
  for (const item of items) {
    if (item.object === "trace") traces.set(textFrom(item.id) ?? "", item);
  }
  for (const item of items) {
    if (item.object === "trace.span") readAgentsSpan(item, traces, into);
  }
}

function readAgentsSpan(
  item: LooseJson,
  traces: ReadonlyMap<string, LooseJson>,
  into: ContentBuilder,
): void {
  const traceId = textFrom(item.trace_id) ?? textFrom(item.traceId) ?? "";
  const spanId = textFrom(item.id) ?? "";
  if (traceId === "" || spanId === "") {
    into.problems.push({ message: "A span of the OpenAI Agents SDK has no id." });
    return;
  }
  const trace = fieldsOf(traces.get(traceId));
  const data = fieldsOf(item.span_data ?? item.spanData);
  const parent = textFrom(item.parent_id ?? item.parentId);
  const span: Span = {
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent }),
    name: textFrom(data.name) ?? textFrom(data.type) ?? "",
    start: isoTime(item.started_at ?? item.startedAt),
    end: isoTime(item.ended_at ?? item.endedAt),
    attributes: { "openai.agents.span_data": data },
    status: isObject(item.error)
      ? { code: "error", message: textFrom(item.error.message) }
      : undefined,
    events: [],
    links: [],
    resource: { attributes: resourceOf(trace) },
    scope: { name: "openai.agents" },
  };
  into.spans.push(span);
}

function resourceOf(trace: LooseJson): Attributes {
  const group = textFrom(trace.group_id ?? trace.groupId);
  const name = textFrom(trace.workflow_name ?? trace.workflowName);
  return {
    ...(name && { "service.name": name }),
    ...(group && { "gen_ai.conversation.id": group }),
  };
}

function isoTime(given: unknown): bigint | undefined {
  const text = textFrom(given);
  if (text === undefined) return undefined;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return undefined;
  // Date keeps three digits of a second; the others are added back
  const [, digits = ""] = /\.(\d+)/.exec(text) ?? [];
  const nanoseconds = BigInt(digits.slice(3, 9).padEnd(6, "0") || "0");
  return BigInt(milliseconds) * 1_000_000n + nanoseconds;
}
