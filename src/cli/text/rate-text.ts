import type { Interval } from "../../statistics/interval.ts";
import type { Rate } from "../../statistics/rates/rate.ts";

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function percentInterval(interval: Interval | null | undefined): string {
  return interval == null ? "" : `  [${percent(interval[0])}, ${percent(interval[1])}]`;
}

export function numberInterval(interval: Interval | null | undefined): string {
  return interval == null ? "" : `  [${interval.map((each) => each.toFixed(2)).join(", ")}]`;
}

/** "12 of 20, 60.0 %  [38.7 %, 78.1 %]"; a dash where nothing was counted. */
export function rateText({ value, of, interval }: Rate): string {
  if (value === null) return "–";
  return `${Math.round(value * of)} of ${of}, ${percent(value)}${percentInterval(interval)}`;
}
