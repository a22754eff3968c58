import { SCOPE } from "../../core/traces/own-attributes.ts";
import type { Span } from "../../core/traces/span.ts";
import type { SpanView } from "../../traces/dialects/span-view.ts";
import { spanTimes } from "./span-times.ts";
import type { PromptChange, RowKind, SpanRow } from "./trace-view.ts";

interface RowContext {
  readonly origin: bigint;
  readonly depth: number;
  /** Of the agent above it. */
  readonly agent: string | undefined;
  readonly isCritical: boolean;
  readonly change?: PromptChange | undefined;
}

export function spanRow(view: SpanView, context: RowContext): SpanRow {
  const { origin, depth, agent, isCritical, change } = context;
  const { span } = view;
  const kind = kindOf(view);
  const { start, end, flaw } = spanTimes(view, origin);
  const parent = view.parent?.span;
  const error = view.errorType === undefined ? undefined : errorText(view, span);
  return {
    trace: span.traceId,
    id: span.spanId,
    parent: parent?.spanId,
    depth,
    name: nameOf(view, kind),
    kind,
    agent,
    start,
    end,
    until: end === undefined && parent ? spanTimes(parent, origin).end : undefined,
    error,
    flaw: isUnmeasured(view) ? undefined : flaw,
    tokens: tokensOf(view),
    cost: view.cost,
    ...(change && { promptChanged: change }),
    ...(isCritical && { isCritical }),
  };
}

/** A span of our own says what was measured; that the rest was not is no mistake in it. */
function isUnmeasured({ span: { scope }, start, end }: SpanView): boolean {
  return scope.name === SCOPE && (start === undefined || end === undefined);
}

export function kindOf({ role }: SpanView): RowKind {
  if (role === "agent" || role === "workflow") return "agent";
  return role === "model" || role === "tool" ? role : "other";
}

function nameOf({ span, agentName, model, responseModel, tool }: SpanView, kind: RowKind): string {
  const known = {
    agent: agentName,
    model: model ?? responseModel,
    tool: tool.name,
    other: undefined,
  }[kind];
  return known || span.name || "(no name)";
}

/** "_OTHER" is the conventions' word for an error without one. */
function errorText({ errorType = "" }: SpanView, { status }: Span): string {
  const type = errorType === "_OTHER" || errorType === "tool_error" ? undefined : errorType;
  return status?.message || type || "failed";
}

/** What surrounds model calls has the sum of theirs, which must not be counted twice. */
function tokensOf(view: SpanView): number | undefined {
  const { usage } = view;
  if (usage === undefined || kindOf(view) !== "model") return undefined;
  const { input, output } = usage;
  return input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
}
