import type { Span } from "../../core/traces/span.ts";
import type { SpanRole } from "../dialects/span-facts.ts";
import type { SpanView } from "../dialects/span-view.ts";
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

/** Which spans of a trace make which turn. */
export function splitTurns(tree: SpanTree, viewOf: (span: Span) => SpanView): readonly TurnSpans[] {
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
