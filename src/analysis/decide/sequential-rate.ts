import {
  rateGate,
  sequentialOutcome,
  sequentialRateGate,
} from "../../statistics/gates/rate-gate.ts";
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
      outcome = sequentialOutcome(tally, gate);
    },
    measured() {
      const { passed, failed, notEvaluated } = tally;
      return {
        ...sequentialRateGate(tally, gate),
        cases: passed + failed + notEvaluated,
        notEvaluated,
        counts: { passed, of: passed + failed },
      };
    },
  };
}
