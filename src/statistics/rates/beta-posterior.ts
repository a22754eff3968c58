import { betaCdf, betaQuantile } from "../distributions/beta.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needCounts, needProbability } from "../need-finite.ts";

export interface BetaPosterior {
  readonly mean: number;
  readonly interval: Interval;
  /** How likely the true rate is above a threshold. */
  readonly chanceAbove: (threshold: number) => number;
}

export interface PriorOptions extends ConfidenceOptions {
  /** What is believed before: `uniform` takes every rate for equally likely, `jeffreys` leans to the ends. */
  readonly prior?: "uniform" | "jeffreys" | readonly [passes: number, fails: number];
}

/** What to believe of a rate after so many passes: Bayes' answer. Null where nothing was counted. */
export function betaPosterior(
  passed: number,
  of: number,
  options: PriorOptions = {},
): BetaPosterior | null {
  const { confidence = usualConfidence, prior = "uniform" } = options;
  needProbability(confidence, "the confidence");
  needCounts(passed, of, "a rate");
  if (of === 0) return null;
  const [a0, b0] = prior === "uniform" ? [1, 1] : prior === "jeffreys" ? [0.5, 0.5] : prior;
  const [a, b] = [a0 + passed, b0 + of - passed];
  const tail = (1 - confidence) / 2;
  return {
    mean: a / (a + b),
    interval: [betaQuantile(tail, a, b), betaQuantile(1 - tail, a, b)],
    chanceAbove: (threshold) => 1 - betaCdf(threshold, a, b),
  };
}

/** Jeffreys' interval of a rate, with its usual ends: 0 where nothing passed, 1 where everything did. Null for fewer than two. */
export function jeffreys(passed: number, of: number, options?: ConfidenceOptions): Interval | null {
  const posterior = betaPosterior(passed, of, { ...options, prior: "jeffreys" });
  if (posterior === null || of < 2) return null;
  const [low, high] = posterior.interval;
  return [passed === 0 ? 0 : low, passed === of ? 1 : high];
}
