import type { CSSProperties } from "react";
import { metricName } from "../../../../core/text/metric-name.ts";
import { numberText } from "../../../lib/amounts.ts";
import type { Column } from "./cell-state.ts";
import { SortButton } from "./sort-button.tsx";
import { ThresholdHandle } from "./threshold-handle.tsx";
import type { Tried } from "./tried.ts";

interface ColumnHeadProps {
  readonly column: Column;
  readonly place: number;
  readonly sort: "ascending" | "descending" | undefined;
  readonly tried: Tried;
  readonly onMove: (tried: Tried | undefined) => void;
}

/** A metric: its name, how its scores are spread, what it asks for and how many cases reach it. */
export function ColumnHead({ column, place, sort, tried, onMove }: ColumnHeadProps) {
  const { name, threshold, direction, bins, from, to, passed, failed, notEvaluated, n } = column;
  const now = tried[name];
  const share = (value: number) =>
    `${(100 * Math.max(0, Math.min(1, (value - from) / (to - from || 1)))).toFixed(1)}%`;
  const style = {
    ...(threshold !== undefined && { "--min": share(threshold) }),
    ...(now !== undefined && { "--try": share(now) }),
    ...(now === undefined && threshold !== undefined && { "--try": share(threshold) }),
  };
  const sign = direction === "lower" ? "≤" : "≥";
  const title = `${name}: ${numberText(n)} scored, ${numberText(notEvaluated)} not evaluated`;
  const kind = [
    "hist",
    ...(threshold === undefined ? ["plain"] : []),
    ...(now === undefined ? [] : ["try"]),
  ];
  return (
    <th
      scope="col"
      className={now === undefined ? undefined : "wi"}
      title={title}
      aria-sort={sort}
      aria-colindex={place + 2}
    >
      <SortButton name={name} words={metricName(name)} />
      <span className={kind.join(" ")} style={style as CSSProperties}>
        <Bins bins={bins} />
        {threshold !== undefined && (
          <ThresholdHandle column={column} tried={tried} onMove={onMove} threshold={threshold} />
        )}
      </span>
      <span className="cap">
        {threshold === undefined ? (
          <span>informs</span>
        ) : (
          <>
            <span>{now === undefined ? `${sign} ${threshold}` : `what-if ${now}`}</span>
            <span>
              {numberText(passed)}/{numberText(passed + failed)}
            </span>
          </>
        )}
      </span>
    </th>
  );
}

/** The same numbers stand in the Cost tab, with a table. */
function Bins({ bins }: { readonly bins: readonly number[] }) {
  const most = Math.max(1, ...bins);
  const bars = bins.map((count, at) => {
    if (count === 0) return "";
    const height = Math.max(1.5, (20 * count) / most);
    return `M${5 * at + 0.4} 20v-${height.toFixed(2)}h4.2v${height.toFixed(2)}z`;
  });
  return (
    <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join("")} />
    </svg>
  );
}
