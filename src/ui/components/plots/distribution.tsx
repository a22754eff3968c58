import { quantileOfSorted } from "../../../statistics/means/quantile.ts";
import { PlotTable } from "./plot-table.tsx";
import { type Scale, scaleAround, shareOf } from "./scale.ts";

interface DistributionProps {
  /** What it shows: "Latency, 60 cases". */
  readonly label: string;
  readonly values: readonly number[];
  /** With its unit: "1.3 s", "$0.004". */
  readonly format: (value: number) => string;
  /** From nothing to a little beyond the largest value unless given; two that are compared share one. */
  readonly scale?: Scale | undefined;
  readonly withoutTable?: boolean | undefined;
}

/** Beyond so many values dots would lie over each other, and a box says more. */
const MOST_DOTS = 120;

const WIDTH = 200;
const HEIGHT = 36;

/** Every value as a dot, or a box of quartiles where there are many; the median and the 95th percentile as marks. */
export function Distribution({ label, values, format, withoutTable, ...asked }: DistributionProps) {
  if (values.length === 0) return <p className="faint small">{label}: nothing was measured.</p>;
  const sorted = values.toSorted((a, b) => a - b);
  const scale = asked.scale ?? scaleAround([0, ...sorted], [0, Number.POSITIVE_INFINITY]);
  const at = (share: number) => quantileOfSorted(sorted, share) ?? 0;
  const figures: readonly (readonly [string, number])[] = [
    ["Least", at(0)],
    ["First quartile", at(0.25)],
    ["Median", at(0.5)],
    ["Third quartile", at(0.75)],
    ["95th percentile", at(0.95)],
    ["Most", at(1)],
  ];
  const place = (value: number) => WIDTH * shareOf(value, scale);
  const says = `${label}: median ${format(at(0.5))}, 95th percentile ${format(at(0.95))}`;
  return (
    <figure className="plot dist">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
        <path className="floor" d={`M0 ${HEIGHT - 4.5}H${WIDTH}`} />
        {sorted.length > MOST_DOTS ? (
          <Box low={place(at(0.25))} high={place(at(0.75))} most={place(at(1))} />
        ) : (
          dots(sorted.map(place)).map(({ x, y }, key) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other name than their place
            <circle key={key} cx={x} cy={y} r={2} />
          ))
        )}
        <path className="median" d={`M${place(at(0.5))} 2V${HEIGHT - 2}`} />
        <path className="p95" d={`M${place(at(0.95))} 8V${HEIGHT - 2}`} />
      </svg>
      <figcaption>
        <span>median {format(at(0.5))}</span>
        <span>p95 {format(at(0.95))}</span>
        <span className="push">{format(scale[1])}</span>
      </figcaption>
      {withoutTable !== true && (
        <PlotTable
          label={label}
          head={["Figure", "Value"]}
          rows={figures.map(([name, value]) => [name, format(value)])}
        />
      )}
    </figure>
  );
}

interface BoxProps {
  readonly low: number;
  readonly high: number;
  readonly most: number;
}

function Box({ low, high, most }: BoxProps) {
  return (
    <>
      <path className="whisker" d={`M${high} 18H${most}`} />
      <rect x={low} width={Math.max(1, high - low)} y={10} height={16} rx={1} />
    </>
  );
}

/** Dots that would lie over each other are stacked; a stack that is full goes on beside its place. */
function dots(places: readonly number[]): readonly { readonly x: number; readonly y: number }[] {
  const heights = new Map<number, number>();
  return places.map((place) => {
    const column = Math.round(place / 4);
    const height = heights.get(column) ?? 0;
    heights.set(column, height + 1);
    return { x: column * 4, y: HEIGHT - 7 - 4 * Math.min(height, 6) };
  });
}
