import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import { buildTurn } from "./build-turn.ts";
import { inOrder } from "./by-start.ts";
import type { SpanTree } from "./span-tree.ts";
import { splitTurns } from "./turn-spans.ts";

/** What a trace was found to hold. */
export interface TraceReading {
  readonly traceId: string;
  readonly turns: readonly TraceTurn[];
  /** Of a trace without turns; otherwise its first turn tells them. */
  readonly warnings: readonly string[];
  readonly tree: SpanTree;
}

/**
 * The turns of one trace. An agent or workflow that no other one, and no tool, stands above is a turn with everything below
 * it. Model calls outside of any are one turn for each root.
 */
export function findTurns(tree: SpanTree): TraceReading {
  const warnings = [...tree.warnings];
  const turns: TraceTurn[] = [];
  for (const spans of splitTurns(tree)) {
    const turn = buildTurn(spans);
    if (turn !== undefined) turns.push(turn);
    else if (!spans.isRoot) {
      const { spanId } = spans.anchor.span;
      warnings.push(`Span ${spanId} is an agent that did nothing; it is no turn.`);
    }
  }
  const told = withWarnings(inOrder(turns), warnings);
  return { traceId: tree.traceId, turns: told, warnings: told.length > 0 ? [] : warnings, tree };
}

/** What is odd about the trace as a whole is said with its first turn. */
function withWarnings(
  turns: readonly TraceTurn[],
  warnings: readonly string[],
): readonly TraceTurn[] {
  const [first, ...others] = turns;
  if (first === undefined || warnings.length === 0) return turns;
  return [{ ...first, warnings: [...warnings, ...first.warnings] }, ...others];
}
