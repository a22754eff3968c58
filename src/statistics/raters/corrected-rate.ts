import { normalQuantile } from "../distributions/normal.ts";
import type { Interval } from "../interval.ts";

export interface JudgedRate {
  /** Share that the judge passed, and of how many. */
  readonly rate: number;
  readonly of: number;
  readonly sensitivity: number;
  readonly specificity: number;
  /** Labels that people passed, and failed: what the two above were measured on. */
  readonly passLabels: number;
  readonly failLabels: number;
}

export interface CorrectedRate {
  readonly rate: number;
  readonly interval: Interval;
}

/**
 * What the pass rate would be if people had judged (Rogan and Gladen), with an interval that carries the doubt about the
 * rate and about the judge (Lee et al. 2025). Null where the judge is no better than a coin: nothing can be corrected then.
 */
export function correctedRate(judged: JudgedRate): CorrectedRate | null {
  const { rate, of, sensitivity, specificity, passLabels, failLabels } = judged;
  if (Object.values(judged).some((value) => !Number.isFinite(value))) {
    throw new RangeError("a corrected rate is made of numbers");
  }
  if (sensitivity + specificity <= 1 || of < 1 || passLabels < 1 || failLabels < 1) return null;
  const point = trueRate(rate, sensitivity, specificity);

  // a little is added to every count, so that small ones do not look certain
  const z = normalQuantile(0.975);
  const total = of + z * z;
  const share = (of * rate + (z * z) / 2) / total;
  const fails = failLabels + 2;
  const right0 = (failLabels * specificity + 1) / fails;
  const passes = passLabels + 2;
  const right1 = (passLabels * sensitivity + 1) / passes;
  const gain = right0 + right1 - 1;
  if (gain <= 0) return null;
  const middle = trueRate(share, right1, right0);
  const doubt0 = (right0 * (1 - right0)) / fails;
  const doubt1 = (right1 * (1 - right1)) / passes;
  const shift = 2 * z * z * (middle * doubt1 - (1 - middle) * doubt0);
  const spread =
    Math.sqrt((share * (1 - share)) / total + (1 - middle) ** 2 * doubt0 + middle ** 2 * doubt1) /
    gain;
  return {
    rate: within(point),
    interval: [within(middle + shift - z * spread), within(middle + shift + z * spread)],
  };
}

function trueRate(rate: number, sensitivity: number, specificity: number): number {
  return (rate + specificity - 1) / (sensitivity + specificity - 1);
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value));
}
