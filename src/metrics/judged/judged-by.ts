import type { Judge, JudgeQuestion, JudgeSample } from "../../core/judge.ts";
import type { MeasureFunction, MetricInput, MetricSetup } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import type { JudgeCriterion } from "./criteria/judge-criteria.ts";

/** A judge at work on one conversation. */
export interface Asking {
  readonly name: string;
  readonly judge: Judge;
  readonly includeIntermediateResponses: boolean;
  ask<Verdict>(question: JudgeQuestion<Verdict>): Promise<readonly JudgeSample<Verdict>[]>;
}

type Judged<Criterion> = (
  asking: Asking,
  input: MetricInput,
  criterion: Criterion,
) => MetricOutcome | Promise<MetricOutcome>;

interface JudgedOptions<Criterion> {
  /** How often each question is asked, where the criterion has no say. */
  readonly samples?: number;
  /** Throws for what this metric cannot use, before any agent is called. */
  readonly check?: (criterion: Criterion, name: string) => void;
}

/** How a metric that asks a judge is made; without one there is nothing to make, and the plan says so. */
export function judgedBy<Criterion extends JudgeCriterion>(
  measure: Judged<Criterion>,
  options: JudgedOptions<Criterion> = {},
): (criterion: Criterion, setup: MetricSetup) => MeasureFunction | undefined {
  return (criterion, { name, judgeFor, includeIntermediateResponses = false }) => {
    if (judgeFor === undefined) return undefined;
    options.check?.(criterion, name);
    const { judgeModelOptions } = criterion;
    const judge = judgeFor({
      model: judgeModelOptions.judgeModel,
      samples: options.samples ?? judgeModelOptions.numSamples,
      parallelism: judgeModelOptions.parallelismLimit,
      settings: judgeModelOptions.judgeModelConfig,
      maxInputChars: criterion.maxInputChars,
    });
    return (input) => {
      const { ask, signal } = input;
      if (ask === undefined) return unreachable(name);
      const asking: Asking = {
        name,
        judge,
        includeIntermediateResponses,
        ask: (question) => judge.ask(question, { ask, signal }),
      };
      return noTurns(name, input) ?? measure(asking, input, criterion);
    };
  };
}

function unreachable(name: string): MetricOutcome {
  const detail = `${name} asks a judge, and no model can be asked here.`;
  return { kind: "not-evaluated", reason: "judge-error", detail };
}

/** Nothing to judge, or not the turns that were expected. */
function noTurns(name: string, { actual, expected }: MetricInput): MetricOutcome | undefined {
  if (actual.length === 0) {
    const detail = `${name} has no turn to look at.`;
    return { kind: "not-evaluated", reason: "missing-reference", detail };
  }
  if (expected === undefined || expected.length === actual.length) return undefined;
  const detail = `${name} cannot compare ${actual.length} actual with ${expected.length} expected turns.`;
  return { kind: "not-evaluated", reason: "turn-mismatch", detail };
}
