import type { SpanView } from "../../traces/dialects/span-view.ts";
import type { TraceReading } from "../../traces/turns/find-turns.ts";
import { agentIn } from "./agent-in.ts";
import { criticalPath } from "./critical-path.ts";
import { spanRow } from "./span-row.ts";
import type { PromptChange, SpanRow } from "./trace-view.ts";

/** Spans that stand together, by the trace that they are of. */
export type PlacedSpans = Map<TraceReading, readonly SpanView[]>;

interface RowsOptions {
  readonly origin: bigint;
  /** Whether to find what took the longest. */
  readonly hasPath: boolean;
  readonly most: number;
  readonly changes: ReadonlyMap<SpanView, PromptChange>;
}

/** Rows of these spans as a tree: each below the nearest one above it that stands here too. */
export function rowsOf(placed: PlacedSpans, options: RowsOptions): readonly SpanRow[] {
  const rows: SpanRow[] = [];
  for (const views of placed.values()) addRows(rows, views, options);
  return rows;
}

function addRows(
  rows: SpanRow[],
  views: readonly SpanView[],
  { origin, hasPath, most, changes }: RowsOptions,
): void {
  const here = new Set(views);
  const childrenOf = ({ children }: SpanView) => children.filter((each) => here.has(each));
  for (const top of views.filter(({ parent }) => isTop(parent, here))) {
    const path = hasPath ? criticalPath(top, childrenOf) : undefined;
    // no recursion: a hostile trace may be as deep as it has spans
    const open: Visit[] = [{ view: top, depth: 0, agent: undefined }];
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      if (rows.length >= most) return;
      const { view, depth } = visit;
      const agent = agentIn(view) ?? visit.agent;
      const isCritical = path?.has(view) ?? false;
      rows.push(spanRow(view, { origin, depth, agent, isCritical, change: changes.get(view) }));
      for (const child of childrenOf(view).toReversed()) {
        open.push({ view: child, depth: depth + 1, agent });
      }
    }
  }
}

function isTop(parent: SpanView | undefined, here: ReadonlySet<SpanView>): boolean {
  return parent === undefined || !here.has(parent);
}

interface Visit {
  readonly view: SpanView;
  readonly depth: number;
  readonly agent: string | undefined;
}
