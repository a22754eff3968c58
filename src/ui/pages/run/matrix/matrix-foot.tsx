import { Range } from "../../../components/range.tsx";
import { casesText, countText, dollarsText, numberText } from "../../../lib/amounts.ts";
import { amountText, scoreText, secondsText } from "../../../lib/words.ts";
import type { Columns } from "../use-run.ts";
import type { Column, Figure } from "./cell-state.ts";

const formats: Readonly<Record<Figure, (value: number) => string>> = {
  cost: dollarsText,
  latency: secondsText,
  tokens: countText,
};

interface MatrixFootProps {
  readonly metrics: readonly Column[];
  readonly figures: readonly Figure[];
  readonly columns: Columns;
  /** Cases that have ended. */
  readonly ended: number;
}

/** Means over the cases with their intervals; what was left out of them is said. */
export function MatrixFoot({ metrics, figures, columns, ended }: MatrixFootProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">
          <strong>Mean</strong> <span className="small muted">and 95% interval over cases.</span>
          <br />
          <span className="small muted">Not evaluated and pending are left out.</span>
        </th>
        {metrics.map((column) => (
          <td key={column.name} title={`over ${numberText(column.n)} of ${casesText(ended)}`}>
            <Mean column={column} />
          </td>
        ))}
        {figures.map((name) => {
          const { mean } = columns.figures[name];
          return (
            <td key={name} className="num">
              {mean === null ? null : <strong>{formats[name](mean)}</strong>}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

function Mean({ column: { mean, interval, from, to, threshold, n } }: { readonly column: Column }) {
  if (mean === null) return <span className="small muted">none scored</span>;
  const format = threshold === undefined ? amountText : scoreText;
  const share = (value: number) => Math.max(0, Math.min(1, (value - from) / (to - from || 1)));
  return (
    <>
      <strong>{format(mean)}</strong>{" "}
      <span className="small muted range-words">
        {interval === null ? `n ${n}` : `${format(interval[0])} to ${format(interval[1])}`}
      </span>
      {interval !== null && threshold !== undefined && (
        <Range at={share(mean)} interval={[share(interval[0]), share(interval[1])]} isThin />
      )}
    </>
  );
}
