import type { Span } from "../../core/traces/span.ts";

/** The spans of one trace as a tree. */
export interface SpanTree {
  readonly traceId: string;
  /** In the order of their start. */
  readonly roots: readonly Span[];
  readonly children: ReadonlyMap<Span, readonly Span[]>;
  readonly parents: ReadonlyMap<Span, Span>;
  readonly spans: readonly Span[];
  readonly warnings: readonly string[];
}

/** Of several spans with one id the first counts; a parent that is not there, or that is its own child, is none. */
export function spanTree(traceId: string, given: readonly Span[]): SpanTree {
  const warnings: string[] = [];
  const byId = new Map<string, Span>();
  for (const span of given) {
    const first = byId.get(span.spanId);
    if (first === undefined) byId.set(span.spanId, span);
    else if (!isCopy(first, span)) {
      warnings.push(`Span ${span.spanId} is there more than once; the first one counts.`);
    }
  }
  const spans = [...byId.values()].toSorted(byStart);
  const parents = new Map<Span, Span>();
  for (const span of spans) {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId);
    if (parent === span) warnings.push(ownAncestor(span));
    else if (parent !== undefined) parents.set(span, parent);
  }
  cutCircles(spans, parents, warnings);
  const roots = spans.filter((span) => !parents.has(span));
  const below = spans.filter((span) => parents.has(span));
  const children = Map.groupBy(below, (span) => parents.get(span) as Span);
  return { traceId, roots, children, parents, spans, warnings };
}

/** What an exporter sends again, or a file holds twice, is nothing odd. */
function isCopy(one: Span, other: Span): boolean {
  const isSame = one.name === other.name && one.start === other.start && one.end === other.end;
  return isSame && Object.keys(one.attributes).length === Object.keys(other.attributes).length;
}

/** By start, what is earlier in the file first; an unknown start is before all others. */
export function byStart(a: Span, b: Span): number {
  const [one, other] = [a.start ?? 0n, b.start ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Spans that are their own ancestors: the one that started first loses its parent. */
function cutCircles(spans: readonly Span[], parents: Map<Span, Span>, warnings: string[]): void {
  const safe = new Set<Span>();
  for (const span of spans) {
    const parent = parents.get(span);
    // most parents have started before their children, and have been looked at
    if (parent === undefined || safe.has(parent)) {
      safe.add(span);
      continue;
    }
    const path = new Set<Span>();
    let at: Span | undefined = span;
    while (at !== undefined && !safe.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at);
    }
    // spans come in the order of their start, so the first one met on a circle is its earliest
    if (at !== undefined && path.has(at)) {
      const circle = [...path].slice([...path].indexOf(at)).toSorted(byStart);
      const [first] = circle;
      if (first !== undefined) {
        parents.delete(first);
        warnings.push(ownAncestor(first));
      }
    }
    for (const each of path) safe.add(each);
  }
}

function ownAncestor({ spanId }: Span): string {
  return `Span ${spanId} is its own ancestor; it is taken for a root.`;
}
