import { RealDate } from "../../core/async/own-timers.ts";
import type { JudgeCheck } from "../../core/judge-check.ts";
import type { Metric } from "../../core/metric.ts";
import type { NotEvaluatedOutcome } from "../../core/metric-outcome.ts";
import type { MetricResult, RunEvent } from "../../core/run.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import type { PlannedCase, Withheld } from "../../runner/run-plan.ts";
import { type CheckedRun, checkJudge } from "./check-judge.ts";

/** What stands between judges and the conversations they are to judge. */
export interface JudgeGate {
  /** Asks the control questions; before the first conversation. */
  before(signal: AbortSignal): AsyncIterable<RunEvent>;
  /** Conversations with the metrics that may be asked; the others say why they are not. */
  cases(planned: Iterable<PlannedCase> | AsyncIterable<PlannedCase>): AsyncIterable<PlannedCase>;
}

/** Every judge answers control questions for each metric it is to judge; one that only guesses is not asked any further. */
export function judgeGate(run: CheckedRun): JudgeGate {
  const refused = new Map<Metric, Metric>();
  const lists = new WeakMap<readonly Metric[], readonly Metric[]>();

  function metricsFor(metrics: readonly Metric[]): readonly Metric[] {
    const known = lists.get(metrics) ?? metrics.map((each) => refused.get(each) ?? each);
    lists.set(metrics, known);
    return known;
  }
  return {
    async *before(signal) {
      const judged = [...new Set(run.metrics)].filter(({ control }) => control !== undefined);
      const known = new Map<string, Promise<JudgeCheck | undefined>>();
      const checks = judged.map((metric) => ({
        metric,
        check: checkJudge(metric, run, { signal, known }),
      }));
      const reported = new Set<JudgeCheck>();
      for (const { metric, check } of checks) {
        const found = await check;
        // what a stop cut short is found out by whoever goes on
        if (found === undefined || signal.aborted) continue;
        const refusal = refusalOf(found);
        if (refusal !== undefined) refused.set(metric, refusedMetric(metric, refusal));
        if (reported.has(found)) continue;
        reported.add(found);
        yield { type: "check-end", runId: run.runId, at: new RealDate().toISOString(), ...found };
      }
    },
    async *cases(planned) {
      for await (const each of planned) {
        if (refused.size === 0) yield each;
        else {
          const metrics = metricsFor(each.metrics);
          const withheld = run.runsAll === true ? undefined : withheldBy(each.metrics, refused);
          yield { ...each, metrics, withheld };
        }
      }
    },
  };
}

/** Why a metric is not asked; undefined where it may be. */
function refusalOf({ status, detail }: JudgeCheck): NotEvaluatedOutcome | undefined {
  if (status === "fit" || status === "off") return undefined;
  const reason = status === "unfit" ? "judge-unfit" : "judge-error";
  return { kind: "not-evaluated", reason, detail };
}

/** Where a judge decides about parts of what is measured, only what comes upon them is lost. */
function refusedMetric(metric: Metric, refusal: NotEvaluatedOutcome): Metric {
  const { control, measure } = metric;
  if (control?.subject === undefined || measure === undefined) {
    return { ...metric, measure: () => refusal };
  }
  return {
    ...metric,
    async measure(input) {
      const outcome = await measure({ ...input, ask: undefined });
      const isOpen = outcome.kind === "not-evaluated" && outcome.reason === "judge-error";
      return isOpen ? refusal : outcome;
    },
  };
}

/** A case that nothing is left to decide about is not run: agents are not paid for nothing. */
function withheldBy(
  metrics: readonly Metric[],
  refused: ReadonlyMap<Metric, Metric>,
): Withheld | undefined {
  const whole = [...refused.keys()].filter(({ control }) => control?.subject === undefined);
  const names = new Set(whole.map(({ name }) => name));
  const deciding = metrics.filter(({ threshold }) => threshold !== undefined);
  const isLost = (metric: Metric): boolean =>
    (refused.has(metric) && metric.control?.subject === undefined) ||
    metric.madeOf?.some((name) => names.has(name)) === true;
  if (deciding.length === 0 || !deciding.every(isLost)) return undefined;
  const results = deciding.flatMap((metric) => {
    const instead = refused.get(metric);
    return instead === undefined ? [] : [measureMetric(instead, nothingKept) as MetricResult];
  });
  const { reason = "judge-unfit", detail = "" } = results[0] ?? {};
  return { reason, detail, metrics: results };
}

const nothingKept = {
  evalCase: { evalId: "", creationTimestamp: 0, finalSessionState: {} },
  actual: [],
  expected: undefined,
  earlier: [],
  signal: new AbortController().signal,
};
