import { useNavigate, useSearch } from "@tanstack/react-router";
import { casesText } from "../../../lib/amounts.ts";
import type { Run } from "../use-run.ts";
import type { Column, Figure } from "./cell-state.ts";
import { ColumnHead } from "./column-head.tsx";
import { SortButton } from "./sort-button.tsx";
import type { Tried } from "./tried.ts";

interface MatrixHeadProps {
  readonly run: Run;
  readonly columns: readonly Column[];
  readonly figures: readonly Figure[];
  readonly tried: Tried;
  readonly onMove: (tried: Tried | undefined) => void;
  readonly usual: "plan" | "status";
}

const words: Readonly<Record<Figure, string>> = {
  cost: "Cost",
  latency: "Latency",
  tokens: "Tokens",
};

/** Names, histograms and thresholds of the columns; each sorts, and each threshold can be moved. */
export function MatrixHead(props: MatrixHeadProps) {
  const { run, columns, figures, tried, onMove, usual } = props;
  const { sort = usual, reverse } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const { cases } = run.totals;
  const next = sort === "status" ? "plan" : "status";
  const sortOf = (name: string) =>
    sort !== name ? undefined : reverse === true ? "descending" : "ascending";
  return (
    <>
      <colgroup>
        <col className="casecol" />
        {columns.map(({ name }) => (
          <col key={name} />
        ))}
        {figures.map((name) => (
          <col key={name} className="figcol" />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" aria-sort={sortOf("case")} aria-colindex={1}>
            <SortButton name="case" words="Case" />
            <button
              type="button"
              className="plain small"
              onClick={() =>
                navigate({
                  search: (now) => ({ ...now, sort: next, reverse: undefined }),
                  replace: true,
                })
              }
            >
              {sort === "status" ? "Failures first" : "Put failures first"}
            </button>
            <span className="cap">
              <span>{casesText(cases)}</span>
              {run.about.trials > 1 && <span>{run.about.trials} trials</span>}
            </span>
          </th>
          {columns.map((column, place) => (
            <ColumnHead
              key={column.name}
              column={column}
              place={place}
              sort={sortOf(column.name)}
              tried={tried}
              onMove={onMove}
            />
          ))}
          {figures.map((name, place) => (
            <th
              key={name}
              scope="col"
              className="num"
              aria-sort={sortOf(name)}
              aria-colindex={columns.length + place + 2}
            >
              <SortButton name={name} words={words[name]} />
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
