import type { CSSProperties, ReactNode } from "react";
import { PlotTable } from "./plot-table.tsx";
import { type Scale, shareOf } from "./scale.ts";

interface HistogramProps {
  /** What is counted: "Tool trajectory, 20 cases". */
  readonly label: string;
  readonly values: readonly number[];
  /** 0 to 1 unless given. Values outside of it are counted at its ends. */
  readonly scale?: Scale | undefined;
  readonly threshold?: number | undefined;
  readonly bins?: number | undefined;
  readonly format: (value: number) => string;
  /** A heading over a column has no room for one; whoever draws it says the numbers elsewhere. */
  readonly withoutTable?: boolean | undefined;
  /** Drawn over it: the handle of a threshold that is being moved. */
  readonly children?: ReactNode;
}

/** How scores are spread, with the threshold as a mark. */
export function Histogram({ label, values, threshold, children, ...asked }: HistogramProps) {
  const { scale = [0, 1], bins = 20, format, withoutTable } = asked;
  const counts = countBins(values, scale, bins);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const min = threshold === undefined ? undefined : `${100 * shareOf(threshold, scale)}%`;
  return (
    <figure className="plot">
      <div
        className={min === undefined ? "hist plain" : "hist"}
        style={{ "--min": min } as CSSProperties}
      >
        <svg
          viewBox={`0 0 ${bins} 20`}
          preserveAspectRatio="none"
          role="img"
          aria-label={sentence(label, values, threshold, format)}
        >
          {counts.map(({ count, from }, at) => (
            <rect
              key={from}
              x={at + 0.1}
              width={0.8}
              y={20 - (20 * count) / most}
              height={(20 * count) / most}
            />
          ))}
        </svg>
        {children}
      </div>
      {withoutTable !== true && (
        <PlotTable
          label={label}
          head={["Score", "Cases"]}
          rows={counts
            .filter(({ count }) => count > 0)
            .map(({ from, to, count }) => [`${format(from)} to ${format(to)}`, `${count}`])}
        />
      )}
    </figure>
  );
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

function countBins(values: readonly number[], scale: Scale, bins: number): readonly Bin[] {
  const counts = Array<number>(bins).fill(0);
  for (const value of values) {
    const at = Math.min(bins - 1, Math.floor(bins * shareOf(value, scale)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const width = (scale[1] - scale[0]) / bins;
  return counts.map((count, at) => ({
    from: scale[0] + at * width,
    to: scale[0] + (at + 1) * width,
    count,
  }));
}

function sentence(
  label: string,
  values: readonly number[],
  threshold: number | undefined,
  format: (value: number) => string,
): string {
  if (values.length === 0) return `${label}: no scores yet`;
  const least = values.reduce((one, other) => Math.min(one, other));
  const most = values.reduce((one, other) => Math.max(one, other));
  const ends = `from ${format(least)} to ${format(most)}`;
  const mark = threshold === undefined ? "" : `, threshold ${format(threshold)}`;
  return `${label}: ${values.length} scores ${ends}${mark}`;
}
