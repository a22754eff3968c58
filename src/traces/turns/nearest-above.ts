import type { SpanRole } from "../dialects/span-facts.ts";
import type { SpanView } from "../dialects/span-view.ts";
import type { TurnSpans } from "./turn-spans.ts";

/** The nearest span above, inside the turn, that has one of these roles. */
export function nearestAbove(
  { anchor }: TurnSpans,
  view: SpanView,
  roles: ReadonlySet<SpanRole>,
): SpanView | undefined {
  let at = view;
  while (at !== anchor) {
    const above = at.parent;
    if (above === undefined) return undefined;
    if (above.role !== undefined && roles.has(above.role)) return above;
    at = above;
  }
  return undefined;
}

/** What may stand between a span and what it belongs to. */
export const BARRIERS: ReadonlySet<SpanRole> = new Set(["model", "tool", "agent", "workflow"]);
