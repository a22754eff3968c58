import type { ToolDeclaration } from "../../core/requests/tool-declarations.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes, LogRecord, Span } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";
import type { SpanView } from "../../traces/dialects/span-view.ts";
import { inOrder } from "../../traces/turns/by-start.ts";
import type { TraceReading } from "../../traces/turns/find-turns.ts";
import { askedWith } from "./asked-with.ts";
import { askerOf } from "./prompt-changes.ts";
import { kindOf, spanRow } from "./span-row.ts";
import type { SpanRow } from "./trace-view.ts";
import { readTraceTrees } from "./view-trace.ts";

/** All that is known of a span. */
export interface SpanDetail {
  readonly row: SpanRow;
  /** What its exporter called it. */
  readonly spanName: string;
  /** The last call of the same agent's model before this one, or the call that asked for this tool. */
  readonly before?: CallBefore | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly usage?: TokenCounts | undefined;
  readonly finishReasons?: readonly string[] | undefined;
  readonly input?: readonly Message[] | undefined;
  readonly output?: readonly Message[] | undefined;
  /** What the model might call, and with which settings it was asked. */
  readonly tools?: readonly ToolDeclaration[] | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly tool?:
    | { readonly id?: string | undefined; readonly args?: unknown; readonly result?: unknown }
    | undefined;
  readonly events: readonly MomentView[];
  readonly logs: readonly MomentView[];
  readonly links: readonly { readonly trace: string; readonly span: string }[];
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly scope: { readonly name?: string | undefined; readonly version?: string | undefined };
  readonly dropped: number;
}

/** What a call is held against, as far as it is known. */
interface CallBefore {
  readonly id: string;
  /** Its instructions. */
  readonly input?: readonly Message[] | undefined;
  readonly tools?: readonly ToolDeclaration[] | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

interface MomentView {
  readonly name: string;
  /** Milliseconds since the span began. */
  readonly at?: number | undefined;
  readonly body?: unknown;
  readonly attributes: Attributes;
}

interface Told {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
}

/** A span of these with what was said in it; undefined where there is no such span. */
export function spanDetail(told: Told, trace: string, id: string): SpanDetail | undefined {
  const own = {
    spans: told.spans.filter(({ traceId }) => traceId === trace),
    logs: told.logs.filter(({ traceId }) => traceId === trace),
  };
  const [reading] = readTraceTrees(own);
  const view = reading?.tree.views.find(({ span }) => span.spanId === id);
  if (reading === undefined || view === undefined) return undefined;
  const { span } = view;
  const origin = span.start ?? 0n;
  const { tool } = view;
  const before = callBefore(reading, view) ?? lastCallBefore(told, view);
  return {
    row: spanRow(view, { origin, depth: 0, agent: askerOf(view), isCritical: false }),
    spanName: span.name,
    before: before && {
      id: before.span.spanId,
      input: systemOf(before.input),
      ...askedWith(before.span.attributes),
    },
    model: view.model ?? view.responseModel,
    provider: view.provider,
    usage: view.usage,
    finishReasons: view.finishReasons,
    input: view.input,
    output: view.output,
    ...(kindOf(view) === "model" && askedWith(span.attributes)),
    tool:
      kindOf(view) === "tool" ? { id: tool.id, args: tool.args, result: tool.result } : undefined,
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      at: time === undefined ? undefined : Number((time - origin) / 1000n) / 1000,
      attributes,
    })),
    logs: own.logs
      .filter(({ spanId }) => spanId === id)
      .map(({ eventName, time, body, attributes }) => ({
        name: eventName ?? "log",
        at: time === undefined ? undefined : Number((time - origin) / 1000n) / 1000,
        body,
        attributes,
      })),
    links: span.links.map(({ traceId, spanId }) => ({ trace: traceId, span: spanId })),
    attributes: span.attributes,
    resource: span.resource.attributes,
    scope: { name: span.scope.name, version: span.scope.version },
    dropped:
      (span.droppedAttributesCount ?? 0) +
      (span.droppedEventsCount ?? 0) +
      (span.droppedLinksCount ?? 0),
  };
}

/** The model call of the same agent that came before a span. */
function callBefore({ tree }: TraceReading, view: SpanView): SpanView | undefined {
  const agent = askerOf(view);
  return tree.views
    .slice(0, tree.views.indexOf(view))
    .findLast((each) => each.role === "model" && askerOf(each) === agent);
}

/** The same among the other traces of the conversation: often each turn is one. */
function lastCallBefore(told: Told, view: SpanView): SpanView | undefined {
  if (view.role !== "model" || view.start === undefined) return undefined;
  const { start } = view;
  const spans = told.spans.filter((span) => span.start !== undefined && span.start < start);
  const views = readTraceTrees({ spans, logs: told.logs }).flatMap(({ tree }) => tree.views);
  const agent = askerOf(view);
  return inOrder(views).findLast((each) => each.role === "model" && askerOf(each) === agent);
}

/** Instructions are what changes between two calls of one agent. */
function systemOf(messages: readonly Message[] | undefined): readonly Message[] | undefined {
  return messages?.filter(({ role }) => role === "system");
}
