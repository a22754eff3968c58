import type { Span } from "../../core/traces/span.ts";
import type { SpanView } from "../../traces/dialects/span-view.ts";
import type { TraceReading } from "../../traces/turns/find-turns.ts";
import { criticalPath } from "./critical-path.ts";
import { kindOf, spanRow } from "./span-row.ts";
import type { SpanRow } from "./trace-view.ts";

/** Spans that stand together, by the trace that they are of. */
export type PlacedSpans = Map<TraceReading, readonly Span[]>;

interface RowsOptions {
  readonly origin: bigint;
  /** Whether to find what took the longest. */
  readonly hasPath: boolean;
  readonly most: number;
}

/** Rows of these spans as a tree: each below the nearest one above it that stands here too. */
export function rowsOf(placed: PlacedSpans, options: RowsOptions): readonly SpanRow[] {
  const rows: SpanRow[] = [];
  for (const [reading, spans] of placed) addRows(rows, { reading, spans, ...options });
  return rows;
}

interface Rows extends RowsOptions {
  readonly reading: TraceReading;
  readonly spans: readonly Span[];
}

function addRows(rows: SpanRow[], { reading, spans, origin, hasPath, most }: Rows): void {
  const { tree, viewOf } = reading;
  const here = new Set(spans);
  const childrenOf = (span: Span) =>
    (tree.children.get(span) ?? []).filter((each) => here.has(each));
  for (const top of spans.filter((span) => isTop(tree.parents.get(span), here))) {
    const path = hasPath ? criticalPath(top, childrenOf) : undefined;
    // no recursion: a hostile trace may be as deep as it has spans
    const open: Visit[] = [{ span: top, depth: 0, agent: undefined }];
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      if (rows.length >= most) return;
      const { span, depth } = visit;
      const agent = agentIn(viewOf(span)) ?? visit.agent;
      const isCritical = path?.has(span) ?? false;
      rows.push(spanRow(span, { reading, origin, depth, agent, isCritical }));
      for (const child of childrenOf(span).toReversed()) {
        open.push({ span: child, depth: depth + 1, agent });
      }
    }
  }
}

function isTop(parent: Span | undefined, here: ReadonlySet<Span>): boolean {
  return parent === undefined || !here.has(parent);
}

/** The agent that a span stands for. */
export function agentIn(view: SpanView): string | undefined {
  return kindOf(view) === "agent" ? view.agentName : undefined;
}

interface Visit {
  readonly span: Span;
  readonly depth: number;
  readonly agent: string | undefined;
}
