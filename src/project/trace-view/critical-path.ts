import { greatest } from "../../core/traces/extremes.ts";
import type { Span } from "../../core/traces/span.ts";

type Timed = Pick<Span, "start" | "end">;

/**
 * The spans that a turn waited for: from its end backwards, always the one that ended last. Had one of them been shorter,
 * so had the turn.
 */
export function criticalPath<T extends Timed>(
  root: T,
  childrenOf: (span: T) => readonly T[],
): ReadonlySet<T> {
  const found = new Set<T>();
  // no recursion: a hostile trace may be as deep as it has spans
  const open: { readonly span: T; readonly until: bigint }[] = [];
  const until = root.end ?? greatest(childrenOf(root).map(({ end }) => end));
  if (until !== undefined) open.push({ span: root, until });
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { span } = at;
    if (found.has(span)) continue;
    found.add(span);
    let before = at.until;
    const byEnd = childrenOf(span)
      .filter((child) => child.start !== undefined && child.end !== undefined)
      .toSorted((a, b) => Number((b.end ?? 0n) - (a.end ?? 0n)));
    for (const child of byEnd) {
      const { start = 0n, end = 0n } = child;
      if (end > before || end < start) continue;
      open.push({ span: child, until: end });
      before = start;
    }
  }
  return found;
}
