import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { Matrix, MatrixRow } from "../../../../core/folds/matrix.ts";
import type { RunView } from "../run-views.ts";

/** How much better a case is than in another run, metric by metric; what only one of them measured is left out. */
export type CaseDeltas = (row: MatrixRow) => readonly number[];

/** Only metrics with a threshold have a better and a worse that somebody asked for. */
export function caseDeltas(matrix: Matrix, run: RunView, baseline: RunView): CaseDeltas {
  const settings = run.summary.about.sets.flatMap(({ config }) => config.metrics);
  const places = matrix.metrics.flatMap((name, own) => {
    const other = baseline.matrix.metrics.indexOf(name);
    const setting = settings.find((each) => each.name === name && each.threshold !== undefined);
    if (other === -1 || setting === undefined) return [];
    return [{ own, other, sign: setting.direction === "lower" ? -1 : 1 }];
  });
  const before = new Map(baseline.matrix.rows.map((row) => [caseKeyOf(row), row]));
  return (row) => {
    const was = before.get(caseKeyOf(row));
    return places.flatMap(({ own, other, sign }) => {
      const [now, then] = [row.cells[own]?.score, was?.cells[other]?.score];
      return now === undefined || then === undefined ? [] : [sign * (now - then)];
    });
  };
}
