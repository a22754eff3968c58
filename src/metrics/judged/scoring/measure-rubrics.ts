import type { JudgeQuestion } from "../../../core/judge.ts";
import type { MetricInput } from "../../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../../core/metric-outcome.ts";
import { exactMean } from "../../../core/numbers/mean.ts";
import type { Rubric } from "../../../core/rubric.ts";
import { isAsked, notAsked } from "../../asked-turns.ts";
import { lastTurnOnly, outcomeOfTurns } from "../../outcome-of-turns.ts";
import { effectiveRubrics } from "../criteria/effective-rubrics.ts";
import { configuredRubrics, type RubricsCriterion } from "../criteria/judge-criteria.ts";
import type { Asking } from "../judged-by.ts";
import type { RubricReply } from "../prompts/rubric-question.ts";
import {
  type RubricScore,
  rubricSentence,
  type ScoredRubrics,
  scoreRubrics,
} from "./score-rubrics.ts";

/** What a rubric metric is about. */
export interface RubricMetric {
  /** The type of rubrics of cases and turns that it asks about. */
  readonly type: string;
  /** The conversation is judged once, by the rubrics of its last turn. */
  readonly wholeConversation?: boolean;
  question(about: RubricsAbout): JudgeQuestion<RubricReply>;
}

export interface RubricsAbout {
  readonly asking: Asking;
  readonly input: MetricInput;
  readonly turn: number;
  readonly rubrics: readonly Rubric[];
}

/** Asks a judge about the rubrics of every turn, and averages over every verdict of every turn. */
export function measureRubrics(metric: RubricMetric) {
  return async (
    asking: Asking,
    input: MetricInput,
    criterion: RubricsCriterion,
  ): Promise<MetricOutcome> => {
    const { name } = asking;
    const configured = configuredRubrics(criterion);
    const count = input.actual.length;
    const all = [...input.actual.keys()];
    const places =
      metric.wholeConversation === true
        ? [count - 1]
        : all.filter((turn) => isAsked(name, input, turn));
    const asked: RubricsAbout[] = [];
    for (const turn of places) {
      const found = effectiveRubrics({ configured, type: metric.type, input, turn });
      if ("problem" in found) {
        return { kind: "not-evaluated", reason: found.reason, detail: found.problem };
      }
      asked.push({ asking, input, turn, rubrics: found.rubrics });
    }
    const scored = await Promise.all(
      asked.map((about) => scoreRubrics(asking, about.rubrics, metric.question(about))),
    );
    const others = metric.wholeConversation === true ? undefined : notAsked;
    return summary(name, { count, others }, scored);
  };
}

function summary(
  name: string,
  { count, others }: { readonly count: number; readonly others: TurnScore | undefined },
  scored: readonly ScoredRubrics[],
): MetricOutcome {
  const all = scored.flatMap(({ rubrics }) => rubrics);
  const [last] = scored.slice(-1);
  const turns =
    scored.length === count || last === undefined
      ? scored.map(({ turn }) => turn)
      : lastTurnOnly(count, last.turn, others);
  const undecided = scored.flatMap((each) => each.undecided);
  const scores = known(all);
  return outcomeOfTurns({
    name,
    turns,
    score: exactMean(scores),
    details: { rubricScores: byRubric(all) },
    coverage: { scored: scores.length, of: scores.length + undecided.length },
    why: undecided.length === 0 ? undefined : whyPartly(undecided),
  });
}

function whyPartly(undecided: readonly Rubric[]): string {
  const sentences = new Set(undecided.map((rubric) => `"${rubricSentence(rubric)}"`));
  return `The judge did not decide about ${[...sentences].join(", ")}.`;
}

/** Each rubric's mean over the turns that have a verdict on it. */
function byRubric(all: readonly RubricScore[]): readonly RubricScore[] {
  const byId = Map.groupBy(all, ({ rubricId }) => rubricId);
  return [...byId].map(([rubricId, entries]) => ({
    rubricId,
    score: exactMean(known(entries)),
    rationale: `The mean over ${entries.length === 1 ? "one turn" : `${entries.length} turns`}; each turn has its own rationale.`,
  }));
}

function known(entries: readonly RubricScore[]): readonly number[] {
  return entries.flatMap(({ score }) => (score === undefined ? [] : [score]));
}
