import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import type { Metric } from "../../../src/core/metric.ts";
import { readConfig } from "../../../src/project/config/read-config.ts";
import { planMetrics } from "../../../src/project/metrics/plan-metrics.ts";
import { scriptedJudge } from "../scripted-judge.ts";
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
    if (criterion === undefined && text === undefined) throw new Error("there is no criterion");
    const outcome = outcomeOf(vector) as unknown as Outcome;
    const written = text ?? JSON.stringify(criterion);
    const whole = `{"criteria": {${JSON.stringify(metric)}: ${written}}}`;
    const planned = attempt(() => plan(whole, metric));
    if (isRefusal(outcome)) expect(planned).toSatisfy(isUserFacingError);
    else if (planned instanceof Error) throw planned;
    else expect((planned as Metric).threshold).toBeCloseTo(thresholdOf(outcome), 12);
  },
};

interface Outcome {
  readonly stage?: string;
  readonly error?: object;
  readonly threshold?: number | string;
}

function isRefusal({ stage, error }: Outcome): boolean {
  if (stage !== undefined && !["accepted", "config", "metric"].includes(stage)) {
    throw new Error(`${JSON.stringify(stage)} is no stage`);
  }
  return error !== undefined || stage === "config" || stage === "metric";
}

function thresholdOf({ threshold }: Outcome): number {
  if (typeof threshold === "number") return threshold;
  throw new Error(`${JSON.stringify(threshold)} is no threshold that ours could accept`);
}

/** With a judge, as a run plans: what a metric cannot use is found when its judge is made. */
function plan(text: string, name: string): Metric | undefined {
  const config = readConfig(text, { file: "test_config.json", strict: true });
  const { judgeFor } = scriptedJudge(() => null);
  const planned = planMetrics(config, { judgeFor }).find((metric) => metric.name === name);
  if (planned?.measure === undefined) throw new Error(`${name} was planned and cannot be measured`);
  return planned;
}

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
