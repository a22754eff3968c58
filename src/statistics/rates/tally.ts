import { needFinite } from "../need-finite.ts";
import { type Rate, rateOf } from "./rate.ts";

/** How many passed, failed, and came to no verdict. Tallies of shards add up to that of the whole. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
}

/** Verdicts by their names in a tally, or as cases have them: `tallyOf(run.cases.map(({ status }) => status))`. */
export function tallyOf(verdicts: Iterable<keyof Tally | "not-evaluated">): Tally {
  const tally = { passed: 0, failed: 0, notEvaluated: 0 };
  for (const verdict of verdicts) {
    const key = verdict === "not-evaluated" ? "notEvaluated" : verdict;
    if (!Object.hasOwn(tally, key)) throw new RangeError(`"${String(verdict)}" is no verdict`);
    tally[key] += 1;
  }
  return tally;
}

export function mergeTallies(tallies: Iterable<Tally>): Tally {
  const whole = { passed: 0, failed: 0, notEvaluated: 0 };
  for (const { passed, failed, notEvaluated } of tallies) {
    needFinite([passed, failed, notEvaluated], "counts of a tally");
    whole.passed += passed;
    whole.failed += failed;
    whole.notEvaluated += notEvaluated;
  }
  return whole;
}

/** The share that passed, of those with a verdict. Null, not 0 and not 1, where none has one. */
export function passRate({ passed, failed, notEvaluated }: Tally): Rate {
  needFinite([passed, failed, notEvaluated], "counts of a tally");
  return rateOf(passed, passed + failed);
}
