import type { PassRate } from "../../core/analysis/pass-rate.ts";
import { openCounts } from "../../core/folds/open-counts.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { percent } from "../../core/text/percent.ts";
import { plural } from "../../core/text/plural.ts";

/** `0.02 s`, `12.3 s`, `3 min 5 s`: no more digits than anybody reads. */
export function secondsText(seconds: number): string {
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  return roughTime(seconds);
}

/** `40 s`, `3 min`, `2 h 10 min`: for what is left and what has passed. */
export function roughTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 100) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 10) return `${minutes} min${whole % 60 === 0 ? "" : ` ${whole % 60} s`}`;
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return `${hours} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
}

/** `88 % of 8 (53 to 98 %)`, `75 % of 40 in 4 clusters (0 to 100 %)`: a rate never stands without its n and its interval. */
export function passRateText({ passed, of, interval, clusters }: PassRate): string {
  if (of === 0) return "nothing was evaluated";
  const range =
    interval === null
      ? "too few for an interval"
      : `${percent(interval[0])} to ${percent(interval[1])} %`;
  const within = clusters === null ? "" : ` in ${plural(clusters, "cluster")}`;
  return `${percent(passed / of)} % of ${grouped(of)}${within} (${range})`;
}

/** `4 passed, 1 failed, 0 not evaluated, of 5`; `hole` says more of what was not evaluated. */
export function countsText(run: Pick<RunSummary, "totals" | "decided">, hole = ""): string {
  const { passed, failed, cases } = run.totals;
  const { notEvaluated, leftOut } = openCounts(run, run.totals);
  const rest = leftOut === 0 ? "" : `, ${grouped(leftOut)} not run`;
  const [ran, broke, open, all] = [passed, failed, notEvaluated, cases].map(grouped);
  return `${ran} passed, ${broke} failed, ${open} not evaluated${hole}${rest}, of ${all}`;
}

export function are(count: number): string {
  return count === 1 ? "is" : "are";
}
