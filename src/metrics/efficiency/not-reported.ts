import type { NotEvaluatedOutcome } from "../../core/metric-outcome.ts";

/** For figures that an agent may or may not report. */
export function notReported(name: string, what: string): NotEvaluatedOutcome {
  return {
    kind: "not-evaluated",
    reason: "unsupported",
    detail: `${name} needs ${what}, which the agent does not report. Leave the metric out for it.`,
  };
}
