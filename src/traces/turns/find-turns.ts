import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import type { SpanRole } from "../dialects/span-facts.ts";
import { type SpanView, viewSpans } from "../dialects/span-view.ts";
import { buildTurn } from "./build-turn.ts";
import type { SpanTree } from "./span-tree.ts";

/** The spans of which a turn is made. */
export interface TurnSpans {
  /** What stands for the turn: the outermost agent or workflow, else the root of the tree. */
  readonly anchor: Span;
  /** True where no agent was seen, only calls of models. */
  readonly isRoot: boolean;
  /** With the anchor, in the order of their start. */
  readonly members: readonly Span[];
  readonly tree: SpanTree;
  readonly viewOf: (span: Span) => SpanView;
}

/** What a trace was found to hold. */
export interface TraceReading {
  readonly traceId: string;
  readonly turns: readonly TraceTurn[];
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
  const turns: { readonly span: Span; readonly turn: TraceTurn }[] = [];
  for (const spans of splitTurns(tree, viewOf)) {
    const turn = buildTurn(spans);
    if (turn !== undefined) turns.push({ span: spans.anchor, turn });
    else if (!spans.isRoot) {
      warnings.push(`Span ${spans.anchor.spanId} is an agent that did nothing; it is no turn.`);
    }
  }
  const inOrder = turns.map(({ turn }) => turn).toSorted(byStart);
  return { traceId: tree.traceId, turns: inOrder, warnings, viewOf, tree };
}

function splitTurns(tree: SpanTree, viewOf: (span: Span) => SpanView): readonly TurnSpans[] {
  return tree.roots.flatMap((root) => {
    const found: TurnSpans[] = [];
    const loose: Span[] = [];
    const begin = (anchor: Span): Span[] => {
      const members: Span[] = [];
      found.push({ anchor, isRoot: false, members, tree, viewOf });
      return members;
    };
    // no recursion: a hostile trace may be as deep as it has spans
    const open: Visit[] = [{ span: root, underTool: false, members: undefined }];
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      const { span } = visit;
      const { role } = viewOf(span);
      const members = visit.members ?? (isAnchor(role, visit) ? begin(span) : undefined);
      (members ?? loose).push(span);
      const underTool = visit.underTool || role === "tool";
      const below = tree.children.get(span) ?? [];
      for (const child of below.toReversed()) open.push({ span: child, underTool, members });
    }
    const isAsked = loose.some((span) => viewOf(span).role === "model");
    return isAsked
      ? [...found, { anchor: root, isRoot: true, members: loose, tree, viewOf }]
      : found;
  });
}

function isAnchor(role: SpanRole | undefined, { underTool }: Visit): boolean {
  return !underTool && (role === "agent" || role === "workflow");
}

interface Visit {
  readonly span: Span;
  readonly underTool: boolean;
  /** Of the turn that the span is in. */
  readonly members: Span[] | undefined;
}

function byStart(a: TraceTurn, b: TraceTurn): number {
  const [one, other] = [a.start ?? 0n, b.start ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}
