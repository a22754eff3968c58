import type { Span } from "../../core/traces/span.ts";
import type { TraceToolCall } from "../../core/traces/trace-turn.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { nearestAbove } from "./nearest-above.ts";
import { timesOf } from "./times-of.ts";
import type { TurnSpans } from "./turn-spans.ts";

/** The tool calls of a turn that have spans, in the order of their start: one call, however many spans it has. */
export function toolSpans(turn: TurnSpans): readonly TraceToolCall[] {
  const { members, viewOf } = turn;
  const chains: Span[][] = [];
  const chainOf = new Map<Span, Span[]>();
  for (const span of members) {
    if (viewOf(span).role !== "tool") continue;
    const outer = nearestAbove(turn, span, BARRIERS);
    const chain = outer === undefined ? undefined : chainOf.get(outer);
    if (chain !== undefined && outer !== undefined && isSame(viewOf(outer), viewOf(span))) {
      chain.push(span);
      chainOf.set(span, chain);
    } else {
      const own = [span];
      chains.push(own);
      chainOf.set(span, own);
    }
  }
  return chains.map((chain) => toolCall(chain, viewOf)).toSorted(byStart);
}

const BARRIERS = new Set(["model", "tool", "agent", "workflow"] as const);

/** Framework, client and server of one call: the ids are the same, or one of them has none and the names are. */
function isSame(outer: SpanView, inner: SpanView): boolean {
  const [a, b] = [outer.tool, inner.tool];
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return a.name !== undefined && a.name === b.name;
}

function toolCall(chain: readonly Span[], viewOf: (span: Span) => SpanView): TraceToolCall {
  const views = chain.map(viewOf);
  const tools = views.map((view) => view.tool);
  const [outer] = chain;
  const failed = views.find((view) => view.errorType !== undefined);
  return {
    name: tools.find(({ name }) => name !== undefined)?.name ?? "",
    id: tools.find(({ id }) => id !== undefined)?.id,
    args: tools.find(({ args }) => args !== undefined)?.args,
    result: tools.find(({ result }) => result !== undefined)?.result,
    errorType: failed?.errorType ?? (tools.some(({ isError }) => isError) ? "_OTHER" : undefined),
    spanId: outer?.spanId,
    ...timesOf(outer === undefined ? [] : [outer]),
  };
}

function byStart(a: TraceToolCall, b: TraceToolCall): number {
  const [one, other] = [a.start ?? 0n, b.start ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}
