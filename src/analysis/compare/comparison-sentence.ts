import type {
  ComparedFigure,
  ComparedMetric,
  ComparisonVerdict,
} from "../../core/analysis/comparison.ts";

/** The verdict for somebody who never took a statistics class. `metric` is undefined for the pass rate. */
export function comparisonSentence(
  verdict: ComparisonVerdict,
  figure: ComparedFigure,
  metric?: Pick<ComparedMetric, "name"> | undefined,
): string {
  const { difference, a, detectable } = figure;
  const amount = metric === undefined ? points : score;
  const what = metric === undefined ? "" : ` on ${metric.name}`;
  const cases = a.n === 1 ? "1 case" : `${a.n} cases`;
  if (a.n === 0) return `Too few cases to tell${what}: no case was evaluated in both runs.`;
  const by = difference.estimate === null ? "" : `: ${amount(difference.estimate, true)}`;
  const range = difference.interval;
  const interval =
    range === null ? "" : `95 % interval ${amount(range[0], true)} to ${amount(range[1], true)}, `;
  if (verdict === "better" || verdict === "worse") {
    return `B is ${verdict}${what}${by} (${interval}${cases}).`;
  }
  const least =
    detectable === null ? "" : `smallest difference this could have seen: ${amount(detectable)}`;
  if (verdict === "no-evidence") {
    return `No evidence of a difference${what}${by} (${interval}${cases}${least === "" ? "" : `; ${least}`}).`;
  }
  return `Too few cases to tell${what}${by} (${interval}${cases}${least === "" ? "" : `; ${least}`}).`;
}

/** Of a rate: 0.12 is 12 points. */
function points(share: number, signed = false): string {
  const value = Math.round(share * 1000) / 10;
  const text = Number.isInteger(value) || Math.abs(value) >= 10 ? Math.round(value) : value;
  return `${signed ? sign(share) : ""}${Math.abs(text)} ${Math.abs(text) === 1 ? "point" : "points"}`;
}

function score(value: number, signed = false): string {
  return `${signed ? sign(value) : ""}${Math.abs(value).toFixed(2)}`;
}

function sign(value: number): string {
  return value > 0 ? "+" : value < 0 ? "−" : "";
}
