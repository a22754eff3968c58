import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import type { Metric } from "../../../src/core/metric.ts";
import { planMetrics } from "../../../src/project/plan-metrics.ts";
import { readConfig } from "../../../src/project/read-config.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface Input {
  readonly metric: string;
  readonly criterion?: unknown;
  /** The raw criterion, where JSON cannot hold it. */
  readonly text?: string;
}

export const checks: ConformanceKind = {
  inputs: ["metric", "criterion", "text"],
  hold(vector) {
    const { metric, criterion, text } = vector.input as unknown as Input;
    const { error, threshold } = outcomeOf(vector) as { error?: unknown; threshold?: number };
    const written = text ?? JSON.stringify(criterion);
    const whole = `{"criteria": {${JSON.stringify(metric)}: ${written}}}`;
    const planned = attempt(() => plan(whole, metric));
    if (error !== undefined) expect(planned).toSatisfy(isUserFacingError);
    else expect((planned as Metric).threshold).toBe(threshold);
  },
};

function plan(text: string, name: string): Metric | undefined {
  const config = readConfig(text, { file: "test_config.json", strict: true });
  return planMetrics(config).find((metric) => metric.name === name);
}

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
