import type { TrendCase, TrendRun } from "../../analysis/trends/trend.ts";
import type { Paint } from "../text/paint.ts";

const heights = "▁▂▃▄▅▆▇█";

/** Values as columns between the least and the largest of them; all alike are half high. A gap has no column. */
export function sparkline(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const high = Math.max(...known);
  return values
    .map((value) => {
      if (value === null) return " ";
      const share = high === low ? 0.5 : (value - low) / (high - low);
      return heights[Math.round(share * (heights.length - 1))] ?? " ";
    })
    .join("");
}

/** A rate between 0 and 100 %: its interval as a line, itself as a point. */
export function rateBar({ passRate, interval }: TrendRun, width: number): string {
  if (passRate === null) return " ".repeat(width);
  const place = (share: number) => Math.min(width - 1, Math.floor(share * width));
  const [low, high] = interval ?? [passRate, passRate];
  return Array.from({ length: width }, (_, at) => {
    if (at === place(passRate)) return "█";
    return at >= place(low) && at <= place(high) ? "─" : " ";
  }).join("");
}

/** A mark a run: a cliff is a regression, static is a flake. */
export function barcode(
  verdicts: TrendCase["verdicts"],
  { drawn, paint }: { readonly drawn: boolean; readonly paint: Paint },
): { readonly painted: string; readonly width: number } {
  const marks = drawn
    ? { passed: paint.good("▁"), failed: paint.bad("█"), "not-evaluated": paint.doubt("▄") }
    : { passed: "✓", failed: "✗", "not-evaluated": "–" };
  const none = drawn ? " " : "·";
  const painted = verdicts.map((verdict) => (verdict === null ? none : marks[verdict])).join("");
  return { painted, width: verdicts.length };
}
