import { type Scale, shareOf } from "./scale.ts";

export interface LinePoint {
  /** Null leaves a gap: nothing was measured there. */
  readonly value: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

interface LinesProps {
  /** What it shows, in a sentence: "Pass rate over 50 runs, now 61%". */
  readonly label: string;
  readonly points: readonly LinePoint[];
  readonly scale: Scale;
  readonly threshold?: number | undefined;
}

const HEIGHT = 84;

/** A value over time with its interval as a band. One unit of width a point, so that it shares its axis with a barcode. */
export function Lines({ label, points, scale, threshold }: LinesProps) {
  const y = (value: number) => (HEIGHT * (1 - shareOf(value, scale))).toFixed(1);
  const bands = stretches(points, ({ interval }) => interval);
  const lines = stretches(points, ({ value }) => value);
  return (
    <svg
      className="lines"
      viewBox={`0 0 ${Math.max(1, points.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bands.map((band) => (
        <path key={band[0]?.at} className="band" d={bandPath(band, y)} />
      ))}
      {threshold !== undefined && <path className="th" d={`M0 ${y(threshold)}H${points.length}`} />}
      {lines.map((line) => (
        <path
          key={line[0]?.at}
          className={line.length === 1 ? "ln dot" : "ln"}
          d={linePath(line.map(({ at, what }) => [at, y(what)]))}
        />
      ))}
    </svg>
  );
}

interface Known<What> {
  readonly at: number;
  readonly what: What;
}

/** Runs of points that have one: a gap is never drawn over. */
function stretches<What>(
  points: readonly LinePoint[],
  whatOf: (point: LinePoint) => What | null,
): readonly (readonly Known<What>[])[] {
  const all: Known<What>[][] = [];
  let last = -2;
  points.forEach((point, at) => {
    const what = whatOf(point);
    if (what === null) return;
    if (at !== last + 1) all.push([]);
    all.at(-1)?.push({ at, what });
    last = at;
  });
  return all;
}

/** One point alone is a short stroke, which its round ends make a dot. */
function linePath(places: readonly (readonly [at: number, y: string])[]): string {
  const [first] = places;
  if (places.length === 1 && first !== undefined) return `M${first[0] + 0.5} ${first[1]}h0`;
  return places.map(([at, y], place) => `${place === 0 ? "M" : "L"}${at + 0.5} ${y}`).join("");
}

function bandPath(
  band: readonly Known<readonly [number, number]>[],
  y: (value: number) => string,
): string {
  const [first] = band;
  // one alone is as wide as half of its place
  const around = band.length === 1 && first !== undefined ? [-0.25, 0.25] : [0];
  const places = band.flatMap(({ at, what }) => around.map((by) => ({ x: at + 0.5 + by, what })));
  const there = places.map(({ x, what }) => `${x} ${y(what[1])}`);
  const back = places.toReversed().map(({ x, what }) => `${x} ${y(what[0])}`);
  return `M${[...there, ...back].join("L")}Z`;
}
