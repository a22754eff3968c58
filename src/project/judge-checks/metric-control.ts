import type { Judge, JudgeFor } from "../../core/judge.ts";
import type { ControlQuestion, JudgeCheckMode } from "../../core/judge-check.ts";
import type { MetricControl, MetricDefinition } from "../../core/metric.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
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

/** Control questions of one judge at once. */
const AT_ONCE = 4;

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
