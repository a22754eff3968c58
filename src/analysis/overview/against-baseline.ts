import type { ComparedFigure, Comparison } from "../../core/analysis/comparison.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { plural } from "../../core/text/plural.ts";
import type { AgainstBaseline } from "./overview.ts";

/** A comparison in the few words that a row has room for. */
export function againstBaseline(
  { verdict, passRate, metrics, cases }: Comparison,
  found: Pick<AgainstBaseline, "runId" | "shortId" | "text">,
): AgainstBaseline {
  const moved =
    metrics.find((metric) => metric.verdict === "worse") ??
    metrics.find((metric) => metric.verdict === "better");
  const isRate = verdict === "better" || verdict === "worse" || moved === undefined;
  const count = (change: "broke" | "fixed") =>
    cases.filter((each) => each.change === change).length;
  return {
    ...found,
    verdict: isRate ? verdict : moved.verdict,
    words: isRate ? rateWords(verdict, passRate) : movedWords(moved),
    broke: count("broke"),
    fixed: count("fixed"),
    passRate: passRate.a.mean,
  };
}

function rateWords(verdict: Comparison["verdict"], { difference, b }: ComparedFigure): string {
  if (verdict === "too-few") return "Not enough evidence yet";
  if (verdict === "no-evidence") return `No detectable change, ${plural(b.n, "case")}`;
  const points = Math.round(100 * (difference.estimate ?? 0));
  return `Pass rate ${verdict}, ${signed(points)} pts, ${plural(b.n, "case")}`;
}

function movedWords({ name, verdict, difference, a, b }: Comparison["metrics"][number]): string {
  const { estimate, interval } = difference;
  // at least as many digits as show that there is a difference
  const places = Math.max(2, figurePlaces(interval, a.mean, b.mean, estimate));
  const by = estimate === null ? "" : `, ${signed(Number(estimate.toFixed(places)))}`;
  return `${name} ${verdict}${by}, ${plural(b.n, "case")}`;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
}
