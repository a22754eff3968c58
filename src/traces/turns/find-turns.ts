import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { type SpanView, viewSpans } from "../dialects/span-view.ts";
import { buildTurn } from "./build-turn.ts";
import type { SpanTree } from "./span-tree.ts";
import { splitTurns } from "./turn-spans.ts";

/** What a trace was found to hold. */
export interface TraceReading {
  readonly traceId: string;
  readonly turns: readonly TraceTurn[];
  /** Of a trace without turns; otherwise its first turn tells them. */
  readonly warnings: readonly string[];
  readonly viewOf: (span: Span) => SpanView;
  readonly tree: SpanTree;
}

/**
 * The turns of one trace. An agent or workflow that no other one, and no tool, stands above is a turn with everything below
 * it. Model calls outside of any are one turn for each root.
 */
export function findTurns(tree: SpanTree, logs: readonly LogRecord[] = []): TraceReading {
  const views = viewSpans(tree.spans, logs);
  const viewOf = (span: Span): SpanView => {
    const view = views.get(span);
    if (view === undefined) throw new Error(`span ${span.spanId} is of another trace`);
    return view;
  };
  const warnings = [...tree.warnings];
  const turns: TraceTurn[] = [];
  for (const spans of splitTurns(tree, viewOf)) {
    const turn = buildTurn(spans);
    if (turn !== undefined) turns.push(turn);
    else if (!spans.isRoot) {
      warnings.push(`Span ${spans.anchor.spanId} is an agent that did nothing; it is no turn.`);
    }
  }
  const inOrder = turns.toSorted(byStart);
  const told = withWarnings(inOrder, warnings);
  return {
    traceId: tree.traceId,
    turns: told,
    warnings: told.length > 0 ? [] : warnings,
    viewOf,
    tree,
  };
}

/** What is odd about the trace as a whole is said with its first turn. */
function withWarnings(
  [first, ...others]: readonly TraceTurn[],
  warnings: readonly string[],
): readonly TraceTurn[] {
  if (first === undefined) return [];
  return [{ ...first, warnings: [...warnings, ...first.warnings] }, ...others];
}

function byStart(a: TraceTurn, b: TraceTurn): number {
  const [one, other] = [a.start ?? 0n, b.start ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}
