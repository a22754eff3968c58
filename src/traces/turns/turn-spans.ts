import type { SpanRole } from "../dialects/span-facts.ts";
import type { SpanView } from "../dialects/span-view.ts";
import type { SpanTree } from "./span-tree.ts";

/** The spans of which a turn is made. */
export interface TurnSpans {
  /** What stands for the turn: the outermost agent or workflow, else the root of the tree. */
  readonly anchor: SpanView;
  /** True where no agent was seen, only calls of models. */
  readonly isRoot: boolean;
  /** With the anchor, as they stand below each other. */
  readonly members: readonly SpanView[];
}

/** Which spans of a trace make which turn. */
export function splitTurns({ roots }: SpanTree): readonly TurnSpans[] {
  const found: TurnSpans[] = [];
  for (const root of roots) {
    const loose = splitBelow(root, found);
    const isAsked = loose.some(({ role }) => role === "model");
    if (isAsked) found.push({ anchor: root, isRoot: true, members: loose });
  }
  return found;
}

/** The spans that are in no turn of an agent. */
function splitBelow(root: SpanView, found: TurnSpans[]): readonly SpanView[] {
  const loose: SpanView[] = [];
  const begin = (anchor: SpanView): SpanView[] => {
    const members: SpanView[] = [];
    found.push({ anchor, isRoot: false, members });
    return members;
  };
  // no recursion: a hostile trace may be as deep as it has spans
  const open: Visit[] = [{ view: root, underTool: false, members: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { view } = visit;
    const { role, children } = view;
    const members = visit.members ?? (isAnchor(role, visit) ? begin(view) : undefined);
    (members ?? loose).push(view);
    const underTool = visit.underTool || role === "tool";
    for (let last = children.length - 1; last >= 0; last -= 1) {
      open.push({ view: children[last] as SpanView, underTool, members });
    }
  }
  return loose;
}

function isAnchor(role: SpanRole | undefined, { underTool }: Visit): boolean {
  return !underTool && (role === "agent" || role === "workflow");
}

interface Visit {
  readonly view: SpanView;
  readonly underTool: boolean;
  /** Of the turn that the span is in. */
  readonly members: SpanView[] | undefined;
}
