interface PlotTableProps {
  /** What the figure shows: the table's name. */
  readonly label: string;
  /** What opens it, where there are several: "Runs as a table". */
  readonly summary?: string | undefined;
  readonly head: readonly string[];
  /** The first column names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** The same as a figure in words and numbers, for whoever would rather read or cannot see it. */
export function PlotTable({ label, summary = "As a table", head, rows }: PlotTableProps) {
  return (
    <details className="plottable">
      <summary>{summary}</summary>
      <div className="plotscroll">
        <table className="tbl" aria-label={label}>
          <thead>
            <tr>
              {head.map((name, at) => (
                <th key={name} scope="col" className={at > 0 ? "num" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, places do not
              <tr key={place}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                  <td key={at} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
