import { needProbability } from "../need-finite.ts";

export interface SprtPlan {
  /** The rate that is not good enough, and the one that is. */
  readonly p0: number;
  readonly p1: number;
  readonly alpha: number;
  readonly beta: number;
}

export interface Sprt {
  readonly lower: number;
  readonly upper: number;
  /** Of all that was handed in, also after the stop. */
  readonly logRatio: number;
  /** After how many it was decided; null where it is not. */
  readonly stoppedAt: number | null;
  readonly decision: "p0" | "p1" | null;
}

/** Wald's sequential test between two rates: the fewest cases where these two are what is asked. */
export function sprt(passes: Iterable<boolean>, { p0, p1, alpha, beta }: SprtPlan): Sprt {
  for (const each of [p0, p1, alpha, beta]) needProbability(each, "every number of the plan");
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  let logRatio = 0;
  let seen = 0;
  let stoppedAt: number | null = null;
  let decision: Sprt["decision"] = null;
  for (const passed of passes) {
    logRatio += passed ? Math.log(p1 / p0) : Math.log((1 - p1) / (1 - p0));
    seen += 1;
    if (decision === null && (logRatio >= upper || logRatio <= lower)) {
      decision = logRatio >= upper ? "p1" : "p0";
      stoppedAt = seen;
    }
  }
  return { lower, upper, logRatio, stoppedAt, decision };
}
