import { binomialPmf } from "../distributions/binomial.ts";
import { normalQuantile } from "../distributions/normal.ts";
import { usualConfidence } from "../interval.ts";
import { needCount, needProbability } from "../need-finite.ts";
import { wilsonAt } from "./wilson.ts";

/**
 * How often Wilson's 95 % interval holds the true rate p at n cases: counted over every outcome there can be, not
 * simulated. Near 0 and 1 it is less than its name says; use `clopperPearson` where that would be dangerous.
 */
export function wilsonCoverage(n: number, p: number): number {
  needCount(n, "the number of cases");
  needProbability(p, "the true rate");
  const z = normalQuantile((1 + usualConfidence) / 2);
  let coverage = 0;
  for (let passed = 0; passed <= n; passed += 1) {
    const [low, high] = wilsonAt(passed, n, z) ?? [0, 1];
    if (low <= p && p <= high) coverage += binomialPmf(passed, n, p);
  }
  return Math.min(1, coverage);
}
