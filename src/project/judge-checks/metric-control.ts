import { ARGUMENT_MEANING } from "../../core/case-settings.ts";
import type { Judge, JudgeFor } from "../../core/judge.ts";
import type { ControlQuestion, JudgeCheckMode } from "../../core/judge-check.ts";
import type { MetricControl, MetricDefinition } from "../../core/metric.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { toolTrajectory } from "../../metrics/trajectory/tool-trajectory.ts";
import { readCriterion } from "../metrics/read-criterion.ts";

export interface JudgeCheckPlan {
  readonly mode: JudgeCheckMode;
  /** The project's own questions, by metric. */
  readonly questions: ReadonlyMap<string, readonly ControlQuestion[]>;
}

interface ControlRequest {
  readonly name: string;
  /** As it stands in the config. */
  readonly criterion: Readonly<Record<string, unknown>>;
  readonly options: {
    readonly judgeFor?: JudgeFor | undefined;
    readonly judgeCheck?: JudgeCheckPlan | undefined;
  };
}

/** Any metric of calls compares arguments in the same way. */
const calls = toolTrajectory as MetricDefinition;

/** Control questions of one judge at once. */
const AT_ONCE = 4;

/** How a judge is asked whether it can compare arguments by meaning: once for all metrics that do. */
export function meaningControl({
  judgeFor,
  judgeCheck,
}: ControlRequest["options"]): MetricControl | undefined {
  if (judgeFor === undefined || judgeCheck === undefined) return undefined;
  return {
    mode: judgeCheck.mode,
    subject: ARGUMENT_MEANING,
    questions: [],
    open(threshold) {
      let judge: Judge | undefined;
      const once: JudgeFor = (asked) => {
        judge = judgeFor({ ...asked, samples: 1, parallelism: AT_ONCE });
        return judge;
      };
      const { name } = calls;
      const { settings } = readCriterion(calls, name, { threshold }, new ParseContext());
      const measure = calls.create?.(settings, { name, threshold, judgeFor: once });
      return judge === undefined || measure === undefined ? undefined : { judge, measure };
    },
  };
}

/** How the judge of a metric is asked control questions; undefined where it has none, or nobody wants a proof. */
export function metricControl(
  definition: MetricDefinition,
  { name, criterion, options }: ControlRequest,
): MetricControl | undefined {
  const { judgeFor, judgeCheck } = options;
  if (judgeFor === undefined || judgeCheck === undefined) return undefined;
  if (!definition.needs.includes("judge")) return undefined;
  return {
    mode: judgeCheck.mode,
    questions: judgeCheck.questions.get(name) ?? [],
    open(threshold) {
      let judge: Judge | undefined;
      const once: JudgeFor = (asked) => {
        judge = judgeFor({ ...asked, samples: 1, parallelism: AT_ONCE, askedBy: name });
        return judge;
      };
      // each question brings its own rubrics
      const { rubrics: _, rubric: __, ...rest } = criterion;
      const { settings } = readCriterion(
        definition,
        name,
        { ...rest, threshold },
        new ParseContext(),
      );
      const measure = definition.create?.(settings, { name, threshold, judgeFor: once });
      return judge === undefined || measure === undefined ? undefined : { judge, measure };
    },
  };
}
