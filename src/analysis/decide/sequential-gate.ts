import { needMetric } from "../gates/check-gate.ts";
import { passHatValue, rangeOf, scoreValue } from "../gates/gated-values.ts";
import type { Gate } from "../gates/parse-gate.ts";
import type { SequentialContext, SequentialGate } from "./sequential-look.ts";
import { sequentialMean } from "./sequential-mean.ts";
import { sequentialNoWorse } from "./sequential-no-worse.ts";
import { sequentialRate } from "./sequential-rate.ts";

/**
 * Null for what cannot be told before the end: percentiles, costs, the agent's own rate, a metric whose scores have no
 * end, and thresholds at the very end of a range.
 */
export function sequentialGate(gate: Gate, context: SequentialContext): SequentialGate | null {
  if (!("operator" in gate)) return sequentialNoWorse(gate, context);
  const { figure } = gate;
  switch (figure.kind) {
    case "pass-rate":
      return sequentialRate(gate);
    case "pass-hat":
      return sequentialMean(gate, passHatValue(figure.k), [0, 1]);
    case "metric": {
      const place = needMetric(context.run, figure.metric, gate.text);
      const range = rangeOf(context.run.metrics[place]);
      return range === null ? null : sequentialMean(gate, scoreValue(place, range), range);
    }
    default:
      return null;
  }
}
