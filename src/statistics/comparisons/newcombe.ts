import { normalCdf } from "../distributions/normal.ts";
import type { ConfidenceOptions, Interval } from "../interval.ts";
import { needCounts } from "../need-finite.ts";
import { wilson } from "../rates/wilson.ts";

export interface Counted {
  readonly passed: number;
  readonly of: number;
}

export interface UnpairedDifference {
  /** Of the first less the second. */
  readonly difference: number;
  /** Newcombe's hybrid of two Wilson intervals. Null where one of them has none. */
  readonly interval: Interval | null;
  /** By the pooled z test; null where everything passed, or nothing. */
  readonly z: number | null;
  readonly p: number | null;
}

/** The difference of two rates on different cases. Pair them where the cases are the same: that sees far more. Null without cases. */
export function unpairedDifference(
  first: Counted,
  second: Counted,
  options?: ConfidenceOptions,
): UnpairedDifference | null {
  needCounts(first.passed, first.of, "a rate");
  needCounts(second.passed, second.of, "a rate");
  if (first.of === 0 || second.of === 0) return null;
  const [one, two] = [first.passed / first.of, second.passed / second.of];
  const difference = one - two;
  const pooled = (first.passed + second.passed) / (first.of + second.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / first.of + 1 / second.of));
  const z = error === 0 ? null : difference / error;
  const p = z === null ? null : 2 * normalCdf(-Math.abs(z));
  return { difference, interval: newcombe(first, second, options), z, p };
}

function newcombe(first: Counted, second: Counted, options?: ConfidenceOptions): Interval | null {
  const a = wilson(first.passed, first.of, options);
  const b = wilson(second.passed, second.of, options);
  if (a === null || b === null) return null;
  const [one, two] = [first.passed / first.of, second.passed / second.of];
  return [
    one - two - Math.hypot(one - a[0], b[1] - two),
    one - two + Math.hypot(a[1] - one, two - b[0]),
  ];
}
