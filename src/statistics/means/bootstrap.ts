import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needFinite, needProbability } from "../need-finite.ts";
import { mulberry32 } from "./mulberry32.ts";
import { quantileOfSorted } from "./quantile.ts";

export interface BootstrapOptions extends ConfidenceOptions {
  /** How many times to draw: 2,000 when left out. */
  readonly samples?: number;
  /** Same seed, same answer: 42 when left out. */
  readonly seed?: number;
}

export interface Bootstrap {
  readonly mean: number;
  readonly standardError: number;
  /** Null where every draw came out the same: no spread is no certainty. */
  readonly interval: Interval | null;
}

/**
 * Mean by drawing from the values again and again, with the percentile interval. Null for fewer than two. What is
 * drawn goes by place, so hand the values in by the order of their cases' ids, not in that of their arrival.
 */
export function bootstrapMean(
  values: readonly number[],
  options?: BootstrapOptions,
): Bootstrap | null {
  needFinite(values, "values of a bootstrap");
  const sums = values.map((sum) => ({ sum, count: 1 }));
  return bootstrapOf(sums, options);
}

/** The same where values come in clusters: whole clusters are drawn. Null for fewer than two of them. */
export function clusterBootstrap(
  clusters: readonly (readonly number[])[],
  options?: BootstrapOptions,
): Bootstrap | null {
  const sums = clusters.map((values) => {
    needFinite(values, "values of a bootstrap");
    if (values.length === 0) throw new RangeError("a cluster without a value cannot be drawn");
    return { sum: values.reduce((sum, value) => sum + value, 0), count: values.length };
  });
  return bootstrapOf(sums, options);
}

function bootstrapOf(
  units: readonly { readonly sum: number; readonly count: number }[],
  options: BootstrapOptions = {},
): Bootstrap | null {
  const { samples = 2000, seed = 42, confidence = usualConfidence } = options;
  needProbability(confidence, "the confidence");
  if (!Number.isInteger(samples) || samples < 2) throw new RangeError(`${samples} are no samples`);
  if (units.length < 2) return null;
  const random = mulberry32(seed);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    let count = 0;
    for (let draw = 0; draw < units.length; draw += 1) {
      const unit = units[Math.floor(random() * units.length)];
      sum += unit?.sum ?? 0;
      count += unit?.count ?? 0;
    }
    means[sample] = sum / count;
  }
  const mean = means.reduce((sum, each) => sum + each, 0) / samples;
  const squares = means.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  means.sort();
  const tail = (1 - confidence) / 2;
  const low = quantileOfSorted(means, tail) ?? 0;
  const high = quantileOfSorted(means, 1 - tail) ?? 0;
  const standardError = Math.sqrt(squares / samples);
  return { mean, standardError, interval: low === high ? null : [low, high] };
}
