import type { TraceToolCall } from "../../core/traces/trace-turn.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { inOrder } from "./by-start.ts";
import { BARRIERS, nearestAbove } from "./nearest-above.ts";
import { timesOf } from "./times-of.ts";
import type { TurnSpans } from "./turn-spans.ts";

/** The tool calls of a turn that have spans, in the order of their start: one call, however many spans it has. */
export function toolSpans(turn: TurnSpans): readonly TraceToolCall[] {
  const chains: Chain[] = [];
  const chainOf = new Map<SpanView, Chain>();
  for (const view of turn.members) {
    if (view.role !== "tool") continue;
    const outer = nearestAbove(turn, view, BARRIERS);
    const chain = outer === undefined ? undefined : chainOf.get(outer);
    if (chain !== undefined && outer !== undefined && isSame(outer, view)) {
      chain.push(view);
      chainOf.set(view, chain);
    } else {
      const own: Chain = [view];
      chains.push(own);
      chainOf.set(view, own);
    }
  }
  return inOrder(chains.map(toolCall));
}

/** The spans of one call, the outermost first. */
type Chain = [SpanView, ...SpanView[]];

/** Framework, client and server of one call: the ids are the same, or one of them has none and the names are. */
function isSame(outer: SpanView, inner: SpanView): boolean {
  const [a, b] = [outer.tool, inner.tool];
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return a.name !== undefined && a.name === b.name;
}

function toolCall(chain: Chain): TraceToolCall {
  const [outer] = chain;
  const failed = chain.find(({ errorType }) => errorType !== undefined);
  const tools = chain.map(({ tool }) => tool);
  return {
    name: tools.find(({ name }) => name !== undefined)?.name ?? "",
    id: tools.find(({ id }) => id !== undefined)?.id,
    args: tools.find(({ args }) => args !== undefined)?.args,
    result: tools.find(({ result }) => result !== undefined)?.result,
    errorType: failed?.errorType ?? (tools.some(({ isError }) => isError) ? "_OTHER" : undefined),
    spanId: outer.span.spanId,
    ...timesOf([outer]),
  };
}
