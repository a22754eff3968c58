import { memo } from "react";
import { Glyph } from "../../../components/glyph.tsx";
import { Repeats } from "../../../components/repeats.tsx";
import { countText, dollarsText } from "../../../lib/amounts.ts";
import { secondsText } from "../../../lib/words.ts";
import { caseHref } from "./case-link.ts";
import { type Column, type Figure, stateOfRow } from "./cell-state.ts";
import { matrixCell, missingCell } from "./matrix-cell.tsx";
import type { Tried } from "./tried.ts";
import type { CaseEntry } from "./use-case-pages.ts";

interface MatrixRowProps {
  readonly row: CaseEntry;
  readonly at: number;
  readonly run: string;
  readonly planned: number;
  readonly columns: readonly Column[];
  readonly figures: readonly Figure[];
  readonly tried: Tried;
  readonly isSelected: boolean;
  readonly isOver: boolean;
  /** There is room for glyphs alone. */
  readonly isBare: boolean;
  /** The column whose cell can be reached by Tab; undefined in all rows but one. */
  readonly focus: number | undefined;
}

/** One case: its verdict, a cell a metric, and what it took. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { row, at, run, planned, columns, figures, tried, isSelected, isOver, isBare } = props;
  const { focus } = props;
  const { was } = row;
  const state = stateOfRow(row);
  const href = caseHref(run, row);
  const why = row.detail === undefined ? "" : `. ${row.detail}`;
  return (
    <tr aria-rowindex={at + 2} aria-selected={isSelected}>
      <th scope="row" className={was === undefined ? undefined : "wi"} aria-colindex={1}>
        <a
          className="c"
          href={href}
          data-cell={`${at}:0`}
          tabIndex={focus === 0 ? 0 : -1}
          title={`${row.evalId}${why}`}
        >
          <Glyph state={state === "pending" && isOver ? "skipped" : state} />
          <code className="clip">{row.evalId}</code>
          {planned > 1 && <Repeats trials={trialMarks(row)} planned={planned} />}
          {was !== undefined && <span className="sr">what-if: it {was}</span>}
        </a>
      </th>
      {columns.map((column, place) => {
        const cell = row.cells[column.place];
        const hasFocus = focus === place + 1;
        const shared = { row, at, place, href, planned, isOver, hasFocus, isBare };
        return cell
          ? matrixCell({ ...shared, cell, column, tried: tried[column.name] })
          : missingCell({ ...shared, name: column.name });
      })}
      {figures.map((name, place) => (
        <td key={name} className="num" aria-colindex={columns.length + place + 2}>
          <span
            className="c num"
            data-cell={`${at}:${columns.length + place + 1}`}
            tabIndex={focus === columns.length + place + 1 ? 0 : -1}
          >
            {figureText(row, name) ??
              (row.status !== undefined && <span className="small faint">unknown</span>)}
          </span>
        </td>
      ))}
    </tr>
  );
});

function figureText({ cost, latency, tokens }: CaseEntry, name: Figure): string | undefined {
  if (name === "cost") return cost === undefined ? undefined : dollarsText(cost);
  if (name === "latency") return latency === undefined ? undefined : secondsText(latency);
  return tokens === undefined ? undefined : countText(tokens);
}

function trialMarks({ trials }: CaseEntry) {
  return trials.map(({ status, erred }) => (erred === true ? "errored" : status));
}
