import { z } from "zod";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { Matrix } from "../../../../core/folds/matrix.ts";
import type { MetricSetting } from "../../../../core/run-info.ts";
import type { Direction } from "../../../../core/verdict.ts";
import { findRun } from "../../../../project/history/finding/find-run.ts";
import { route } from "../../route.ts";
import type { RunView } from "../run-views.ts";
import type { CaseFigures } from "./case-figures.ts";
import { type ColumnFigures, columnFigures } from "./column-figures.ts";
import { matrixFor } from "./tried-thresholds.ts";

/** A metric over all cases of a run. */
interface MetricColumn extends ColumnFigures {
  readonly name: string;
  readonly direction: Direction;
  /** What the config asks for; undefined where it only informs. */
  readonly threshold?: number | undefined;
  readonly range?: MetricSetting["range"];
  /** Cases by what it says of them. */
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
}

/** What a run would come to with the thresholds that are tried. */
interface WhatIf {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly changedCells: number;
  readonly changedCases: number;
}

export interface RunColumns {
  readonly seq: number;
  readonly metrics: readonly MetricColumn[];
  /** By case. */
  readonly figures: Readonly<Record<keyof CaseFigures, ColumnFigures>>;
  /** Of all conversations together, as far as they tell. */
  readonly totals: CaseFigures;
  readonly whatIf?: WhatIf | undefined;
}

export const runColumns = route({
  summary: "The columns of a run's matrix over all its cases: means, intervals and histograms.",
  query: z.object({ whatif: z.string().optional() }),
  reply: z.custom<RunColumns>(),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const view = await parts.views.open(runId);
    setTag(`${view.seq}`);
    return columnsOf(view, matrixFor(view, query.whatif));
  },
});

/** Of each matrix once: it is asked for by every page that shows the run. */
const drawn = new WeakMap<Matrix, RunColumns>();

function columnsOf(view: RunView, matrix: Matrix): RunColumns {
  const known = drawn.get(matrix) ?? drawColumns(view, matrix);
  drawn.set(matrix, known);
  return known;
}

function drawColumns(view: RunView, matrix: Matrix): RunColumns {
  const spread = (name: keyof CaseFigures) => {
    const values = view.matrix.rows.flatMap((row) => {
      const value = view.figures(caseKeyOf(row))[name];
      return value === undefined ? [] : [{ ...row, value }];
    });
    return columnFigures(values, [0, undefined]);
  };
  return {
    seq: view.seq,
    metrics: matrix.metrics.map((name, place) => metricColumn(name, place, matrix, view)),
    figures: {
      cost: spread("cost"),
      latency: spread("latency"),
      tokens: spread("tokens"),
      judging: spread("judging"),
    },
    totals: view.figureTotals,
    ...(matrix !== view.matrix && { whatIf: whatIfOf(matrix) }),
  };
}

function metricColumn(
  name: string,
  place: number,
  { rows }: Matrix,
  { summary }: RunView,
): MetricColumn {
  const settings = summary.about.sets.flatMap(({ config }) => config.metrics);
  const own = settings.filter((setting) => setting.name === name);
  const setting = own.find(({ threshold }) => threshold !== undefined) ?? own[0];
  const cells = rows.flatMap((row) => row.cells[place] ?? []);
  const count = (status: string) => cells.filter((cell) => cell.status === status).length;
  // every score that there is, as in all that is said of a run; what is not evaluated is counted beside it
  const scores = rows.flatMap((row) => {
    const value = row.cells[place]?.score;
    return value === undefined ? [] : [{ ...row, value }];
  });
  const range = setting?.range;
  return {
    ...columnFigures(scores, [range?.min, range?.max]),
    name,
    direction: setting?.direction ?? "higher",
    ...(setting?.threshold !== undefined && { threshold: setting.threshold }),
    ...(range && { range }),
    passed: count("passed"),
    failed: count("failed"),
    notEvaluated: count("not-evaluated"),
  };
}

function whatIfOf({ rows }: Matrix): WhatIf {
  let changedCells = 0;
  for (const { cells } of rows) for (const cell of cells) if (cell?.was) changedCells += 1;
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    cases: rows.length,
    passed: count("passed"),
    failed: count("failed"),
    changedCells,
    changedCases: rows.filter(({ was }) => was !== undefined).length,
  };
}
