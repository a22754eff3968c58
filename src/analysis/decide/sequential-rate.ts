import { rateGate, sequentialRateGate } from "../../statistics/gates/rate-gate.ts";
import type { ComparedGate } from "../gates/parse-gate.ts";
import type { SequentialGate } from "./sequential-look.ts";

const words = { passed: "passed", failed: "failed", "not-evaluated": "notEvaluated" } as const;

/** A pass rate by its confidence sequence, which holds the truth at all looks together. */
export function sequentialRate(gate: ComparedGate): SequentialGate {
  const tally = { passed: 0, failed: 0, notEvaluated: 0 };
  let outcome: SequentialGate["outcome"] = "undecided";
  return {
    get outcome() {
      return outcome;
    },
    add({ status }) {
      if (outcome !== "undecided") return;
      tally[words[status]] += 1;
      // the sequence is wider than what is looked at once, and far dearer to work out
      if (rateGate(tally, gate).outcome === "undecided") return;
      outcome = sequentialRateGate(tally, gate).outcome;
    },
    measured() {
      const { passed, failed, notEvaluated } = tally;
      const result = sequentialRateGate(tally, gate);
      const cases = passed + failed + notEvaluated;
      return {
        ...result,
        needed: result.outcome === "undecided" ? neededFor(tally, gate) : null,
        cases,
        notEvaluated,
        counts: { passed, of: passed + failed },
      };
    },
  };
}

/** So many like these would decide it: found by doubling, then by halves. */
function neededFor(
  tally: { readonly passed: number; readonly failed: number; readonly notEvaluated: number },
  gate: ComparedGate,
): number | null {
  const { passed, failed, notEvaluated } = tally;
  const known = passed + failed;
  if (known === 0) return null;
  const isDecided = (cases: number) => {
    const counts = { passed: (passed / known) * cases, failed: (failed / known) * cases };
    return sequentialRateGate({ ...counts, notEvaluated: 0 }, gate).outcome !== "undecided";
  };
  let high = Math.max(2, known + notEvaluated);
  while (!isDecided(high)) {
    high *= 2;
    if (high > MOST) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isDecided(middle)) high = middle;
    else low = middle;
  }
  return Math.max(Math.ceil(high), known + notEvaluated);
}

/** Nobody writes more cases than this to tell 0.9 from 0.9. */
const MOST = 1e7;
