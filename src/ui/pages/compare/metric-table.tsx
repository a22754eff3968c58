import type { Comparison, ComparisonVerdict } from "../../../core/analysis/comparison.ts";
import { Glyph } from "../../components/glyph.tsx";
import { RangeAroundZero } from "../../components/plots/range-around-zero.tsx";
import { WonLostTie } from "../../components/plots/won-lost-tie.tsx";
import { numberText } from "../../lib/amounts.ts";
import { type FigureRow, figureRows } from "./figures.ts";

/** What B changed, figure by figure: the difference with its interval around zero, and who won how many cases. */
export function MetricTable({ comparison }: { readonly comparison: Comparison }) {
  const { figures, efficiency, half } = figureRows(comparison);
  return (
    <section className="pane" aria-label="Figures, paired by case">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" className="num">
              A
            </th>
            <th scope="col" className="num">
              B
            </th>
            <th scope="col" className="num">
              B − A
            </th>
            <th scope="col">
              <span className="diffaxis">
                <span>A better</span>
                <span>B better</span>
              </span>
            </th>
            <th scope="col">95% interval</th>
            <th scope="col">Won / lost / tie</th>
            <th scope="col" className="num wide" title="With a power of 80%">
              Could show
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((row, at) => (
            <Row key={row.id} row={row} isLast={at === figures.length - 1} />
          ))}
          {efficiency.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <p className="legend">
        Right of the line is better for B on every row, also where lower is better. Half the scale
        is {half} for scores, {100 * half} points for the pass rate
        {efficiency.length > 0 && " and 30% of A for cost, tokens and time"}.
        {efficiency.length > 0 &&
          " Of those three, A and B are medians, and B − A is the median of what changed case by case, which need not be the difference of the two."}
      </p>
    </section>
  );
}

function Row({ row, isLast }: { readonly row: FigureRow; readonly isLast?: boolean }) {
  const { id, name, hint, wins, losses, ties, verdict } = row;
  return (
    <tr className={isLast === true ? "cut" : undefined}>
      <th scope="row" title={hint === undefined ? id : `${id}, ${hint}`}>
        {name}
      </th>
      <td className="num">{row.a}</td>
      <td className="num">{row.b}</td>
      <td className="num">
        <strong>{row.change}</strong>
      </td>
      <td>
        {row.estimate !== null && (
          <RangeAroundZero
            estimate={row.estimate}
            interval={row.ends}
            half={row.half}
            isFlipped={row.isFlipped}
          />
        )}
      </td>
      <td className="small muted">{row.interval}</td>
      <td>
        <span className="row">
          <WonLostTie wins={wins} losses={losses} ties={ties} />
          <span className="small muted">
            {numberText(wins)} / {numberText(losses)} / {numberText(ties)}
          </span>
        </span>
      </td>
      <td className="num small muted wide">{row.detectable}</td>
      <td>
        <Verdict verdict={verdict} />
      </td>
    </tr>
  );
}

function Verdict({ verdict }: { readonly verdict: ComparisonVerdict | undefined }) {
  if (verdict === undefined) return null;
  if (verdict === "no-evidence") return <span className="muted">None detectable</span>;
  if (verdict === "too-few") return <span className="muted">Too few cases</span>;
  return (
    <span className="row">
      <Glyph state={verdict === "better" ? "passed" : "failed"} isSilent />B {verdict}
    </span>
  );
}
