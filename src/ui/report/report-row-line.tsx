import type { HtmlReport, ReportedMetric } from "../../core/analysis/html-report.ts";
import type { MatrixCell } from "../../core/folds/matrix.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import { Glyph } from "../components/glyph.tsx";
import { reasonWords } from "../lib/words.ts";
import { cellText, stateOfCell, stateOfRow } from "../pages/run/matrix/cell-state.ts";
import { heatOf } from "../pages/run/matrix/heat.ts";
import { cellOf } from "./report-data.ts";
import { idOf, type OpenFailures } from "./use-failures.ts";

interface ReportRowLineProps {
  readonly report: HtmlReport;
  readonly place: number;
  /** Places of the metrics that decide. */
  readonly metrics: readonly number[];
  readonly failures: OpenFailures;
}

/** One case: its verdict, and a glyph a metric with the score behind it. */
export function ReportRowLine({ report, place, metrics, failures }: ReportRowLineProps) {
  const row = report.rows[place];
  if (row === undefined) return null;
  const name = (
    <>
      <Glyph state={stateOfRow(row)} />
      <code className="clip">{row.id}</code>
    </>
  );
  return (
    <tr>
      <th scope="row">
        {row.status === "passed" ? (
          <span className="c" title={row.id}>
            {name}
          </span>
        ) : (
          <a
            className="c"
            href={`#${idOf(place)}`}
            title={`${row.id}: ${row.why ?? ""}`}
            onClick={(event) => {
              event.preventDefault();
              failures.show(place);
            }}
          >
            {name}
          </a>
        )}
      </th>
      {metrics.map((at) => (
        <Cell
          key={at}
          cell={cellOf(row, at, report)}
          metric={report.metrics[at]}
          reason={row.reason}
        />
      ))}
    </tr>
  );
}

interface CellProps {
  readonly cell: MatrixCell | null;
  readonly metric: ReportedMetric | undefined;
  /** Why the case as a whole was not evaluated, or failed before any metric could be asked. */
  readonly reason: ReasonCode | undefined;
}

/** What broke says so in every cell; blank means only that it was not asked. */
function Cell({ cell, metric, reason }: CellProps) {
  if (metric === undefined || (cell === null && reason === undefined)) return <td />;
  if (cell === null) {
    const why = reason === undefined ? "" : reasonWords[reason];
    return (
      <td className="ne" title={why}>
        <span className="c">
          <Glyph state="not-evaluated" />
          <span className="sr">{why}</span>
        </span>
      </td>
    );
  }
  const state = stateOfCell(cell);
  const words = cellText(cell);
  return (
    <td className={heatOf(cell, metric, state)} title={words}>
      <span className="c">
        <Glyph state={state} />
        <span className="sr">{words}</span>
      </span>
    </td>
  );
}
