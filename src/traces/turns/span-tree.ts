import type { LogRecord, Span } from "../../core/traces/span.ts";
import { type SpanView, viewSpans } from "../dialects/span-view.ts";
import { byStart, inOrder } from "./by-start.ts";

/** The spans of one trace as a tree. */
export interface SpanTree {
  readonly traceId: string;
  /** In the order of their start. */
  readonly roots: readonly SpanView[];
  readonly views: readonly SpanView[];
  /** Of the trace, whether they name a span or not. */
  readonly logs: readonly LogRecord[];
  readonly warnings: readonly string[];
}

/** Of several spans with one id the first counts; a parent that is not there, or that is its own child, is none. */
export function spanTree(
  traceId: string,
  given: readonly Span[],
  logs: readonly LogRecord[] = [],
): SpanTree {
  const warnings: string[] = [];
  const byId = new Map<string, Span>();
  for (const span of given) {
    const first = byId.get(span.spanId);
    if (first === undefined) byId.set(span.spanId, span);
    else if (!isCopy(first, span)) {
      warnings.push(`Span ${span.spanId} is there more than once; the first one counts.`);
    }
  }
  const distinct = byId.size === given.length ? given : [...byId.values()];
  const views = viewSpans(inOrder(distinct), logs);
  const roots = linkSpans(views, warnings);
  return { traceId, roots, views, logs, warnings };
}

/** What an exporter sends again, or a file holds twice, is nothing odd. */
function isCopy(one: Span, other: Span): boolean {
  const isSame = one.name === other.name && one.start === other.start && one.end === other.end;
  return isSame && Object.keys(one.attributes).length === Object.keys(other.attributes).length;
}

/** Puts each below its parent; the others are roots. */
function linkSpans(views: readonly SpanView[], warnings: string[]): readonly SpanView[] {
  const byId = new Map<string, SpanView>();
  for (const view of views) byId.set(view.span.spanId, view);
  const parents: (SpanView | undefined)[] = [];
  const safe = new Set<SpanView>();
  let isSafe = true;
  for (const view of views) {
    const { parentSpanId } = view.span;
    const parent = parentSpanId === undefined ? undefined : byId.get(parentSpanId);
    if (parent === view) warnings.push(ownAncestor(view.span));
    parents.push(parent === view ? undefined : parent);
    // most parents have started before their children, and come before them
    isSafe &&= parent === undefined || parent === view || safe.has(parent);
    safe.add(view);
  }
  if (!isSafe) cutCircles(views, parents, warnings);
  const roots: SpanView[] = [];
  for (let at = 0; at < views.length; at += 1) {
    const view = views[at] as SpanView;
    const parent = parents[at];
    if (parent === undefined) roots.push(view);
    else view.placeBelow(parent);
  }
  return roots;
}

/** Spans that are their own ancestors: the one that started first loses its parent. */
function cutCircles(
  views: readonly SpanView[],
  parents: (SpanView | undefined)[],
  warnings: string[],
): void {
  const places = new Map(views.map((view, at) => [view, at]));
  const placeOf = (view: SpanView) => places.get(view) as number;
  const safe = new Set<SpanView>();
  for (const view of views) {
    const path = new Set<SpanView>();
    let at: SpanView | undefined = view;
    while (at !== undefined && !safe.has(at) && !path.has(at)) {
      path.add(at);
      at = parents[placeOf(at)];
    }
    // spans come in the order of their start, so the first one met on a circle is its earliest
    if (at !== undefined && path.has(at)) {
      const circle = [...path].slice([...path].indexOf(at));
      const [first] = circle.toSorted((a, b) => byStart(a.span, b.span));
      if (first !== undefined) {
        parents[placeOf(first)] = undefined;
        warnings.push(ownAncestor(first.span));
      }
    }
    for (const each of path) safe.add(each);
  }
}

function ownAncestor({ spanId }: Span): string {
  return `Span ${spanId} is its own ancestor; it is taken for a root.`;
}
