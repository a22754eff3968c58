import type { Span } from "../../core/traces/span.ts";
import type { SpanRole } from "../dialects/span-facts.ts";
import type { TurnSpans } from "./turn-spans.ts";

/** The nearest span above, inside the turn, that has one of these roles. */
export function nearestAbove(
  { anchor, tree, viewOf }: TurnSpans,
  span: Span,
  roles: ReadonlySet<SpanRole>,
): Span | undefined {
  let at = span;
  while (at !== anchor) {
    const above = tree.parents.get(at);
    if (above === undefined) return undefined;
    const { role } = viewOf(above);
    if (role !== undefined && roles.has(role)) return above;
    at = above;
  }
  return undefined;
}
