import type { ComparedMetric, Comparison } from "../../../core/analysis/comparison.ts";
import { figurePlaces } from "../../../core/text/figure-places.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import { casesText, differenceText, pointsText } from "../../lib/amounts.ts";

/** What changed against the baseline, in words: what is shown first, and never more than the numbers say. */
export function baselineSentence(
  { verdict, passRate, metrics, warnings }: Comparison,
  name: string,
): string {
  if (warnings.some(({ kind }) => kind === "chosen-cases")) {
    return `Its cases were chosen by how they came out before, so that it says nothing against ${name}.`;
  }
  const n = passRate.b.n;
  if (n === 0) return `No case was evaluated both here and in ${name}.`;
  const shown = metrics.filter((each) => each.verdict === "better" || each.verdict === "worse");
  const [first, ...others] = shown.sort((a, b) => pOf(a) - pOf(b));
  const rest = others.length === 0 ? "" : ` So is it on ${others.length} more.`;
  const told = first === undefined ? "" : `${metricText(first, name)}${rest} `;
  return `${told}${passRateText(verdict, passRate, name, first === undefined)}`;
}

function metricText(metric: ComparedMetric, name: string): string {
  const { a, b, difference } = metric;
  const { estimate, interval } = difference;
  const places = figurePlaces(interval, a.mean, b.mean, estimate);
  const by = estimate === null ? "" : `: ${differenceText(estimate, places)}`;
  const range =
    interval === null
      ? ""
      : `95% interval ${differenceText(interval[0], places)} to ${differenceText(interval[1], places)}, `;
  const what = metricName(metric.name);
  return `${capital(what)} is ${metric.verdict} than ${name}${by} (${range}${casesText(b.n)}).`;
}

function passRateText(
  verdict: Comparison["verdict"],
  { difference, b }: Comparison["passRate"],
  name: string,
  isAlone: boolean,
): string {
  const { estimate, interval } = difference;
  const by = estimate === null ? "" : ` by ${pointsText(estimate)}`;
  const range =
    interval === null
      ? ""
      : ` (95% interval ${pointsText(interval[0])} to ${pointsText(interval[1])})`;
  const against = isAlone ? ` against ${name}` : "";
  if (verdict === "better" || verdict === "worse") {
    return `The pass rate is ${verdict}${against}${by}${range}, over ${casesText(b.n)}.`;
  }
  if (verdict === "too-few") {
    return `Not enough evidence yet of a change of the pass rate${against}: ${casesText(b.n)} in both.`;
  }
  return `The pass rate has not changed detectably${against}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pOf({ difference }: ComparedMetric): number {
  return difference.pAdjusted ?? 1;
}
