import type { NotEvaluatedOutcome } from "../core/metric.ts";

/** For figures that an agent may or may not tell about itself. */
export function notTold(name: string, what: string): NotEvaluatedOutcome {
  return {
    kind: "not-evaluated",
    reason: "unsupported",
    detail: `${name} needs ${what}, which the agent does not tell. Leave the metric out for it.`,
  };
}
