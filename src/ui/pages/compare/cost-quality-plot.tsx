import type { CostQuality } from "../../../core/analysis/comparison.ts";
import { type Scale, scaleAround, shareOf } from "../../components/plots/scale.ts";
import { dollarsText } from "../../lib/amounts.ts";
import { percentText, secondsText } from "../../lib/words.ts";

interface CostQualityPlotProps {
  readonly runs: readonly CostQuality[];
}

const WIDTH = 560;
const HEIGHT = 180;
const LEFT = 40;
const BOTTOM = 24;

/** What a run takes, to the right, against how much of it passes, upwards. The table beside it has the same in numbers. */
export function CostQualityPlot({ runs }: CostQualityPlotProps) {
  const axis = axes.find(({ of }) => runs.every((run) => of(run) !== null));
  const rated = runs.flatMap((run, at) => {
    const { mean, interval } = run.passRate;
    return mean === null ? [] : [{ run, at, mean, interval }];
  });
  if (axis === undefined || rated.length < 2) {
    return (
      <p className="small muted sect">
        Nothing is drawn: what the runs cost, and how much of them passed, is not known of two or
        more.
      </p>
    );
  }
  const scale: Scale = scaleAround(
    [0, ...rated.map(({ run }) => axis.of(run) ?? 0)],
    [0, Number.POSITIVE_INFINITY],
  );
  const x = (run: CostQuality) => LEFT + (WIDTH - LEFT - 24) * shareOf(axis.of(run) ?? 0, scale);
  const y = (share: number) => 10 + (HEIGHT - BOTTOM - 10) * (1 - share);
  const best = rated
    .filter(({ run }) => !run.dominated)
    .toSorted((one, other) => x(one.run) - x(other.run));
  const says = rated
    .map(({ run, at, mean }) => `${letterOf(at)}: ${percentText(mean)} for ${axis.text(run)}`)
    .join("; ");
  return (
    <figure className="plot costquality">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Pass rate against ${axis.name}. ${says}`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path className="floor" d={`M${LEFT} ${y(share)}H${WIDTH}`} />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end">
              {percentText(share)}
            </text>
          </g>
        ))}
        {best.length > 1 && (
          <path
            className="frontier"
            d={`M${best.map(({ run, mean }) => `${x(run)} ${y(mean)}`).join("L")}`}
          />
        )}
        {rated.map(({ run, at, mean, interval }) => (
          <g key={run.runId} className={run.dominated ? "beaten" : undefined}>
            {interval !== null && (
              <path className="range" d={`M${x(run)} ${y(interval[0])}V${y(interval[1])}`} />
            )}
            <circle cx={x(run)} cy={y(mean)} r={4.5} />
            <text className="letter" x={x(run) + 9} y={y(mean) + 4}>
              {letterOf(at)}
            </text>
            <title>{`${run.name ?? run.agent}: ${percentText(mean)} for ${axis.text(run)}`}</title>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 6}>
          0
        </text>
        <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">
          {axis.name}, up to {axis.format(scale[1])}
        </text>
      </svg>
      <figcaption className="small muted">
        {best.length < rated.length
          ? "The line joins runs that no other beats for less. Rings are beaten."
          : "No run beats another for less."}
      </figcaption>
    </figure>
  );
}

interface Axis {
  readonly name: string;
  readonly of: (run: CostQuality) => number | null;
  readonly format: (value: number) => string;
  readonly text: (run: CostQuality) => string;
}

/** What something costs is said in money where that is known of all, else in tokens, else in time. */
const axes: readonly Axis[] = [
  axisOf("cost a case", "cost", dollarsText),
  axisOf("tokens a turn", "tokens", (value) => `${Math.round(value)} tokens`),
  axisOf("seconds a turn", "latency", secondsText),
];

function axisOf(
  name: string,
  key: "cost" | "tokens" | "latency",
  format: (value: number) => string,
): Axis {
  const of = (run: CostQuality) => run[key]?.median ?? null;
  return { name, of, format, text: (run) => format(of(run) ?? 0) };
}

/** A is the first. */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + at);
}
