import type { Interval } from "./time-scale.ts";
import type { SpanRow, TraceView, TurnView } from "./trace-types.ts";

/** What stands in a line of the waterfall. */
export type TraceItem =
  | {
      readonly type: "group";
      readonly key: string;
      readonly group: TraceGroup;
      readonly isOpen: boolean;
    }
  | { readonly type: "lane"; readonly key: string; readonly agent: string }
  | { readonly type: "span"; readonly key: string; readonly row: SpanRow; readonly depth: number };

/** A turn, or what is around the turns. */
export interface TraceGroup {
  readonly key: string;
  readonly label: string;
  readonly turn?: TurnView | undefined;
  readonly rows: readonly SpanRow[];
  readonly time?: Interval | undefined;
}

export function groupsOf({ turns, around }: TraceView): readonly TraceGroup[] {
  const groups = turns.map(
    (turn, at): TraceGroup => ({
      key: turn.id,
      label: `${at + 1} “${turn.user ?? "words not recorded"}”`,
      turn,
      rows: turn.spans,
      time: spanOf(turn.spans),
    }),
  );
  if (around.length === 0) return groups;
  const label = turns.length === 0 ? "All spans" : "Around the turns";
  return [...groups, { key: "around", label, rows: around, time: spanOf(around) }];
}

interface ItemsOptions {
  readonly closed: ReadonlySet<string>;
  readonly byAgent: boolean;
  /** Only spans whose name, agent or error has this. */
  readonly find: string;
}

export function itemsOf(
  groups: readonly TraceGroup[],
  { closed, byAgent, find }: ItemsOptions,
): readonly TraceItem[] {
  return groups.flatMap((group) => {
    const rows = group.rows.filter((row) => isFound(row, find));
    const isOpen = find !== "" || !closed.has(group.key);
    const head: TraceItem = { type: "group", key: `group ${group.key}`, group, isOpen };
    if (!isOpen) return [head];
    return [
      head,
      ...(byAgent ? lanesOf(group.key, rows) : rows.map((row) => itemOf(row, row.depth))),
    ];
  });
}

function lanesOf(group: string, rows: readonly SpanRow[]): readonly TraceItem[] {
  const byAgent = Map.groupBy(rows, ({ agent }) => agent ?? "no agent");
  return [...byAgent].flatMap(([agent, own]): TraceItem[] => [
    { type: "lane", key: `lane ${group} ${agent}`, agent },
    ...own.map((row) => itemOf(row, 1)),
  ]);
}

function itemOf(row: SpanRow, depth: number): TraceItem {
  return { type: "span", key: `${row.trace} ${row.id}`, row, depth };
}

function isFound({ name, agent = "", error = "", flaw = "" }: SpanRow, find: string): boolean {
  if (find === "") return true;
  const text = find.toLowerCase();
  return [name, agent, error, flaw].some((each) => each.toLowerCase().includes(text));
}

/** When a group was, from its first span to its last. */
function spanOf(rows: readonly SpanRow[]): Interval | undefined {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    start = Math.min(start, row.start ?? start, row.end ?? start);
    end = Math.max(end, row.end ?? end, row.start ?? end);
  }
  return end < start ? undefined : { start, end };
}

/** When something was being done that took time: not the agents, which surround it all. */
export function busyTimes(rows: readonly SpanRow[]): readonly Interval[] {
  const leaves = rows.filter(({ kind }) => kind !== "agent");
  return (leaves.length > 0 ? leaves : rows).flatMap(({ start, end }) =>
    start === undefined ? [] : [{ start, end: Math.max(end ?? start, start) }],
  );
}
