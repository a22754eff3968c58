import type { Span } from "../../core/traces/span.ts";
import type { TraceModelCall } from "../../core/traces/trace-turn.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { nearestAbove } from "./nearest-above.ts";
import { timesOf } from "./times-of.ts";
import type { TurnSpans } from "./turn-spans.ts";

/**
 * The calls of models in a turn, in the order of their start. Framework and provider may both have recorded a call, one
 * inside the other: the innermost knows best, and those around it fill in what it does not say.
 */
export function modelCalls(turn: TurnSpans): readonly TraceModelCall[] {
  const { members, viewOf } = turn;
  const models = members.filter((span) => viewOf(span).role === "model");
  const inside = new Map<Span, Span>();
  for (const span of models) {
    const outer = nearestAbove(turn, span, BARRIERS);
    if (outer !== undefined && viewOf(outer).role === "model") inside.set(span, outer);
  }
  const leaves = countLeaves(models, inside);
  return models
    .filter((span) => leaves.get(span) === 0)
    .map((leaf) => {
      const chain = [leaf];
      for (let outer = inside.get(leaf); outer !== undefined; outer = inside.get(outer)) {
        // what surrounds several calls speaks of none of them
        if (leaves.get(outer) !== 1) break;
        chain.push(outer);
      }
      return modelCall(turn, chain);
    })
    .toSorted(byStart);
}

const BARRIERS = new Set(["model", "tool", "agent", "workflow"] as const);

/** How many innermost calls each one surrounds; 0 for an innermost one. */
function countLeaves(models: readonly Span[], inside: ReadonlyMap<Span, Span>) {
  const outers = new Set(inside.values());
  const leaves = new Map<Span, number>(models.map((span) => [span, 0]));
  for (const leaf of models) {
    if (outers.has(leaf)) continue;
    for (let outer = inside.get(leaf); outer !== undefined; outer = inside.get(outer)) {
      leaves.set(outer, (leaves.get(outer) ?? 0) + 1);
    }
  }
  return leaves;
}

function modelCall(turn: TurnSpans, chain: readonly Span[]): TraceModelCall {
  const views = chain.map(turn.viewOf);
  const [leaf] = chain;
  return {
    spanId: leaf?.spanId ?? "",
    model: first(views, (view) => view.model),
    responseModel: first(views, (view) => view.responseModel),
    provider: first(views, (view) => view.provider),
    usage: first(views, (view) => view.usage),
    input: first(views, (view) => view.input),
    output: first(views, (view) => view.output),
    cost: first(views, (view) => view.cost),
    isDelegated: leaf !== undefined && isUnderTool(turn, leaf),
    ...timesOf(chain),
  };
}

function isUnderTool(turn: TurnSpans, span: Span): boolean {
  return nearestAbove(turn, span, TOOLS) !== undefined;
}

const TOOLS = new Set(["tool"] as const);

function first<T>(views: readonly SpanView[], read: (view: SpanView) => T | undefined) {
  for (const view of views) {
    const value = read(view);
    if (value !== undefined) return value;
  }
  return undefined;
}

function byStart(a: TraceModelCall, b: TraceModelCall): number {
  const [one, other] = [a.start ?? 0n, b.start ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}
