import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";

/** A row of the diff. A call that moved has two: where it was expected, and where it was made. */
export interface DiffRow {
  readonly step: TrajectoryStep;
  /** Its place among the steps, from 0. */
  readonly at: number;
  /** Which side of a moved call this row has. */
  readonly side?: "expected" | "actual";
  /** The place of its call among those that were made, from 0; undefined where none was, or in another row. */
  readonly actualAt?: number;
  /** The connector of a moved call begins here, passes by, or ends here. */
  readonly connector?: "from" | "through" | "to";
}

/** Equal steps in a row that are folded together. */
export interface Fold {
  readonly rows: readonly DiffRow[];
}

/** So many equal steps in a row are a stretch that nobody reads. */
const SHORTEST_FOLD = 3;

type Moved = Extract<TrajectoryStep, { kind: "moved" }>;

export function diffRows(steps: readonly TrajectoryStep[]): readonly DiffRow[] {
  const moved = steps.flatMap((step, at) => (step.kind === "moved" ? [{ step, at }] : []));
  const taken = new Set(moved.map(({ step }) => step.actualAt));
  const rows: DiffRow[] = [];
  let actualAt = 0;
  for (const [at, step] of steps.entries()) {
    if (step.kind === "moved") {
      rows.push({ step, at, side: "expected" });
      continue;
    }
    if (step.kind === "missing") {
      rows.push({ step, at });
      continue;
    }
    while (taken.has(actualAt)) actualAt += 1;
    rows.push({ step, at, actualAt });
    actualAt += 1;
  }
  for (const { step, at } of moved) placeActual(rows, step, at);
  return connected(rows);
}

function placeActual(rows: DiffRow[], step: Moved, at: number): void {
  const before = rows.findIndex(
    (row) => row.actualAt !== undefined && row.actualAt > step.actualAt,
  );
  const row = { step, at, side: "actual", actualAt: step.actualAt } as const;
  rows.splice(before === -1 ? rows.length : before, 0, row);
}

/** Draws the line of each moved call, from the row above to the one below, unless another one is drawn there. */
function connected(rows: readonly DiffRow[]): readonly DiffRow[] {
  const drawn: DiffRow[] = [...rows];
  const starts = rows.flatMap((row, place) =>
    row.side !== undefined && rows.findIndex((each) => each.at === row.at) === place ? [place] : [],
  );
  for (const from of starts) {
    const to = rows.findLastIndex((each) => each.at === rows[from]?.at);
    if (drawn.slice(from, to + 1).some(({ connector }) => connector !== undefined)) continue;
    for (let place = from; place <= to; place += 1) {
      const row = drawn[place] as DiffRow;
      const connector = place === from ? "from" : place === to ? "to" : "through";
      drawn[place] = { ...row, connector };
    }
  }
  return drawn;
}

/** Stretches of equal steps together, everything else by itself. */
export function folded(rows: readonly DiffRow[]): readonly (DiffRow | Fold)[] {
  const all: (DiffRow | Fold)[] = [];
  let stretch: DiffRow[] = [];
  const end = () => {
    if (stretch.length >= SHORTEST_FOLD) all.push({ rows: stretch });
    else all.push(...stretch);
    stretch = [];
  };
  for (const row of rows) {
    if (row.step.kind === "matched" && row.connector === undefined) stretch.push(row);
    else {
      end();
      all.push(row);
    }
  }
  end();
  return all;
}
