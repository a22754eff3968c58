import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import type { Metric } from "../../../src/core/metric.ts";
import { type EvalConfig, readConfig } from "../../../src/project/config/read-config.ts";
import { userSimulatorConfig } from "../../../src/project/config/user-simulator-config.ts";
import { planMetrics } from "../../../src/project/metrics/plan-metrics.ts";
import { resolveCriterion } from "../../../src/project/metrics/resolve-criterion.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface Outcome {
  readonly error?: unknown;
  readonly accepted?: boolean;
  readonly metrics: readonly ExpectedMetric[];
  readonly custom_metrics?: readonly ExpectedCustom[];
  readonly user_simulator_config?: unknown;
  readonly live_model_config?: unknown;
}

interface ExpectedMetric {
  readonly metric_name: string;
  readonly threshold: number | null;
  readonly criterion: unknown;
  readonly resolved?: Readonly<Record<string, unknown>>;
  readonly custom_function_path?: string;
}

interface ExpectedCustom {
  readonly metric_name: string;
  readonly code: string;
  readonly metric_info: {
    readonly description?: string;
    readonly metric_value_info: { readonly interval: Readonly<Record<string, unknown>> | null };
  };
}

export const checks: ConformanceKind = {
  inputs: ["text"],
  hold(vector) {
    const { text } = vector.input as unknown as { readonly text: string | null };
    const outcome = outcomeOf(vector) as unknown as Outcome;
    if (outcome.error !== undefined) {
      expect(refusal(() => read(text))).toSatisfy(isUserFacingError);
      return;
    }
    const config = read(text);
    const metrics = planMetrics(config);
    // "accepted" has no outcome of its own: the reference's list of metrics still holds
    const expected = outcome.accepted ? (vector.expected as unknown as Outcome) : outcome;
    expect(asJson(metrics.map(described))).toEqual(expected.metrics.map(withoutResolved));
    for (const [place, { resolved }] of expected.metrics.entries()) {
      holdResolved(metrics[place], resolved);
    }
    holdRest(config, outcome);
  },
};

/** As a vector holds it: long integers are doubles there. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** ADK reads strict JSON, so what these vectors call broken is read strictly. */
function read(text: string | null): EvalConfig | undefined {
  return text === null ? undefined : readConfig(text, { file: "test_config.json", strict: true });
}

function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

function described(metric: Metric) {
  const { name, threshold = null, criterion = null, customFunctionPath } = metric;
  const path = customFunctionPath && { custom_function_path: customFunctionPath };
  return { metric_name: name, threshold, criterion, ...path };
}

function withoutResolved({ resolved: _resolved, ...metric }: ExpectedMetric) {
  return metric;
}

function holdResolved(metric: Metric | undefined, resolved: ExpectedMetric["resolved"]): void {
  if (metric === undefined || resolved === undefined || "error" in resolved) return;
  if (resolved.type === "none") return;
  const { type: _type, ...fields } = resolved;
  const ours = resolveCriterion(metric) ?? {};
  // our own settings of a trajectory stand beside ADK's
  const same = Object.fromEntries(Object.keys(fields).map((key) => [key, ours[key]]));
  expect(withoutNulls(same)).toEqual(withoutNulls(fields));
}

function holdRest(config: EvalConfig | undefined, outcome: Outcome): void {
  const custom = [...(config?.customMetrics ?? [])].map(([name, { codeConfig, ...about }]) => ({
    metric_name: name,
    code: codeConfig?.name,
    description: about.metricInfo === undefined ? about.description : about.metricInfo.description,
    // without any info it is a share; an interval that was left out in one stays unknown
    interval:
      about.metricInfo === undefined ? unitInterval : about.metricInfo.metricValueInfo.interval,
  }));
  expect(custom).toEqual((outcome.custom_metrics ?? []).map(customOutcome));
  const simulator = config?.userSimulatorConfig;
  const written = simulator && userSimulatorConfig.write(simulator, "full");
  expect(withoutNulls(written)).toEqual(outcome.user_simulator_config);
  const live = config?.liveModelConfig;
  expect(live && { timeout_seconds: live.timeoutSeconds }).toEqual(outcome.live_model_config);
}

const unitInterval = { minValue: 0, openAtMin: false, maxValue: 1, openAtMax: false };

function customOutcome({ metric_name, code, metric_info }: ExpectedCustom) {
  const { description } = metric_info;
  if (metric_info.metric_value_info.interval === null) {
    return { metric_name, code, description, interval: undefined };
  }
  const { min_value, open_at_min, max_value, open_at_max } = metric_info.metric_value_info.interval;
  const interval = {
    minValue: min_value,
    openAtMin: open_at_min,
    maxValue: max_value,
    openAtMax: open_at_max,
  };
  return { metric_name, code, description, interval };
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => [key, withoutNulls(each)]),
  );
}
