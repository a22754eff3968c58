import { comparesMeaning } from "../../core/case-settings.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { type BuiltInMetric, builtInMetric } from "../built-in-metric.ts";
import type { MetricName } from "../metric-settings.ts";
import { countMet } from "./matching/match-calls.ts";
import { trajectoryMeasure } from "./score-trajectory.ts";
import { countedTrajectoryCriterion } from "./trajectory-criterion.ts";
import { trajectoryDiff } from "./trajectory-diff.ts";
import type { TrajectorySettings, TrajectoryTurn } from "./trajectory-turn.ts";

export const toolTrajectoryPrecision = shareMetric({
  name: "tool_trajectory_precision",
  description: "The share of the calls made that were expected, in any order.",
  blame: { extra: true, missing: false },
  share: ({ met, expected, actual }) => (actual === 0 ? emptyShare(expected) : met / actual),
});

export const toolTrajectoryRecall = shareMetric({
  name: "tool_trajectory_recall",
  description: "The share of the expected calls that were made, in any order.",
  blame: { extra: false, missing: true },
  share: ({ met, expected }) => (expected === 0 ? 1 : met / expected),
});

export const toolTrajectoryF1 = shareMetric({
  name: "tool_trajectory_f1",
  description: "Precision and recall of the calls made, as their harmonic mean.",
  blame: { extra: true, missing: true },
  share: ({ met, expected, actual }) =>
    expected + actual === 0 ? 1 : (2 * met) / (expected + actual),
});

interface CallCounts {
  /** The most expected calls that can be met at once. */
  readonly met: number;
  readonly expected: number;
  readonly actual: number;
}

interface Share<Name> {
  readonly name: Name;
  readonly description: string;
  readonly blame: { readonly extra: boolean; readonly missing: boolean };
  readonly share: (counts: CallCounts) => number;
}

type CountedSettings = Omit<TrajectorySettings, "matchType">;

function shareMetric<const Name extends MetricName>({
  name,
  description,
  blame,
  share,
}: Share<Name>): BuiltInMetric<Name, CountedSettings> {
  return builtInMetric({
    name,
    description,
    version: 1,
    range: { min: 0, max: 1 },
    direction: "higher",
    reads: ["tool calls"],
    needs: ["expected-conversation"],
    criterion: countedTrajectoryCriterion,
    mayCompareMeaning: ({ args }) => comparesMeaning(args),
    create: (settings, setup) =>
      trajectoryMeasure(settings, setup, (turn) => {
        const counts = countCalls(turn);
        const score = share(counts);
        if (score === 1) return { score, details: { ...counts } };
        const trajectory = turn.explain(() => trajectoryDiff(turn, { ...blame, order: false }));
        return {
          score,
          why: trajectory.why,
          trajectory,
          details: { ...counts },
        } satisfies TurnScore;
      }),
  });
}

function countCalls(turn: TrajectoryTurn): CallCounts {
  return { met: countMet(turn), expected: turn.expected.length, actual: turn.actual.length };
}

/** Nothing called is all right only where nothing was expected. */
function emptyShare(expected: number): number {
  return expected === 0 ? 1 : 0;
}
