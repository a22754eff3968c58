import type {
  ComparedFigure,
  ComparedMetric,
  ComparisonVerdict,
} from "../../core/analysis/comparison.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { plural } from "../../core/text/plural.ts";

/** The verdict for somebody who never took a statistics class. `metric` is undefined for the pass rate. */
export function comparisonSentence(
  verdict: ComparisonVerdict | "chosen",
  figure: ComparedFigure,
  metric?: Pick<ComparedMetric, "name"> | undefined,
): string {
  const { difference, a, b, detectable } = figure;
  const { amount, range: between } =
    metric === undefined
      ? inPoints
      : inScores(figurePlaces(difference.interval, a.mean, b.mean, difference.estimate));
  const what = metric === undefined ? "" : ` on ${metric.name}`;
  const cases = plural(a.n, "case");
  if (a.n === 0) return `Too few cases to tell${what}: no case was evaluated in both runs.`;
  const by = difference.estimate === null ? "" : `: ${amount(difference.estimate, true)}`;
  const range = difference.interval;
  const interval = range === null ? "" : `95 % interval ${between(range[0], range[1])}, `;
  if (verdict === "better" || verdict === "worse") {
    return `B is ${verdict}${what}${by} (${interval}${cases}).`;
  }
  if (verdict === "chosen") {
    return `It cannot be told${what} by cases that were chosen by how they came out before${by} (${interval}${cases}).`;
  }
  const least =
    detectable === null ? "" : `smallest difference this could have seen: ${amount(detectable)}`;
  if (verdict === "no-evidence") {
    return `No evidence of a difference${what}${by} (${interval}${cases}${least === "" ? "" : `; ${least}`}).`;
  }
  return `Too few cases to tell${what}${by} (${interval}${cases}${least === "" ? "" : `; ${least}`}).`;
}

interface Amounts {
  amount(value: number, signed?: boolean): string;
  range(low: number, high: number): string;
}

/** Of a rate: 0.12 is 12 points. */
const inPoints: Amounts = {
  amount(share, signed = false) {
    const text = (Math.abs(share) * 100).toFixed(placesFor(share));
    return `${signed ? sign(share) : ""}${text} ${text === "1" ? "point" : "points"}`;
  },
  range(low, high) {
    const places = placesFor(low, high);
    const end = (share: number) => `${sign(share)}${(Math.abs(share) * 100).toFixed(places)}`;
    return `${end(low)} to ${end(high)} points`;
  },
};

const inScores = (places: number): Amounts => {
  const amount = (value: number, signed = false) => {
    const text = Math.abs(value).toFixed(places);
    return `${signed && Number(text) !== 0 ? sign(value) : ""}${text}`;
  };
  return { amount, range: (low, high) => `${amount(low, true)} to ${amount(high, true)}` };
};

/** No more digits than the size justifies: below 10 points a tenth of one is still worth saying. */
function placesFor(...shares: readonly number[]): number {
  const isSmall = shares.every((share) => Math.abs(share) < 0.0995);
  const isWhole = shares.every((share) => Math.abs(share * 100 - Math.round(share * 100)) < 1e-9);
  return isSmall && !isWhole ? 1 : 0;
}

function sign(value: number): string {
  return value > 0 ? "+" : value < 0 ? "−" : "";
}
