import type { TraceModelCall } from "../../core/traces/trace-turn.ts";
import type { SpanRole } from "../dialects/span-facts.ts";
import type { SpanView } from "../dialects/span-view.ts";
import { inOrder } from "./by-start.ts";
import { ModelCall } from "./model-call.ts";
import { BARRIERS, nearestAbove } from "./nearest-above.ts";
import type { TurnSpans } from "./turn-spans.ts";

/**
 * The calls of models in a turn, in the order of their start. Framework and provider may both have recorded a call, one
 * inside the other: the innermost knows best, and those around it fill in what it does not say.
 */
export function modelCalls(turn: TurnSpans): readonly TraceModelCall[] {
  const models = turn.members.filter(({ role }) => role === "model");
  const chains = chainsOf(turn, models);
  return inOrder(chains.map((chain) => new ModelCall(chain, isUnderTool(turn, chain))));
}

/** What recorded each call, the innermost first. */
function chainsOf(
  turn: TurnSpans,
  models: readonly SpanView[],
): readonly (readonly [SpanView, ...SpanView[]])[] {
  const inside = new Map<SpanView, SpanView>();
  for (const view of models) {
    const outer = nearestAbove(turn, view, BARRIERS);
    if (outer?.role === "model") inside.set(view, outer);
  }
  if (inside.size === 0) return models.map((view) => [view]);
  const leaves = countLeaves(models, inside);
  return models
    .filter((view) => leaves.get(view) === 0)
    .map((leaf) => {
      const chain: [SpanView, ...SpanView[]] = [leaf];
      for (let outer = inside.get(leaf); outer !== undefined; outer = inside.get(outer)) {
        // what surrounds several calls speaks of none of them
        if (leaves.get(outer) !== 1) break;
        chain.push(outer);
      }
      return chain;
    });
}

/** How many innermost calls each one surrounds; 0 for an innermost one. */
function countLeaves(models: readonly SpanView[], inside: ReadonlyMap<SpanView, SpanView>) {
  const outers = new Set(inside.values());
  const leaves = new Map<SpanView, number>(models.map((view) => [view, 0]));
  for (const leaf of models) {
    if (outers.has(leaf)) continue;
    for (let outer = inside.get(leaf); outer !== undefined; outer = inside.get(outer)) {
      leaves.set(outer, (leaves.get(outer) ?? 0) + 1);
    }
  }
  return leaves;
}

function isUnderTool(turn: TurnSpans, [leaf]: readonly [SpanView, ...SpanView[]]): boolean {
  return nearestAbove(turn, leaf, TOOLS) !== undefined;
}

const TOOLS: ReadonlySet<SpanRole> = new Set(["tool"]);
