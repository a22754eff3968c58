import { comparesMeaning, type MatchType } from "../../core/case-settings.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { callsMatch } from "./matching/match-calls.ts";
import { trajectoryMeasure } from "./score-trajectory.ts";
import { matchedTrajectoryCriterion } from "./trajectory-criterion.ts";
import { trajectoryDiff } from "./trajectory-diff.ts";
import type { TrajectoryTurn } from "./trajectory-turn.ts";

const name = "tool_trajectory_avg_score";

export const toolTrajectory = builtInMetric({
  name,
  description: "The share of turns in which the expected tools were called, in the way asked for.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["tool calls"],
  needs: ["expected-conversation"],
  criterion: matchedTrajectoryCriterion,
  countsExtraTurns: ({ matchType }) => matchType === "EXACT",
  mayCompareMeaning: ({ args }) => comparesMeaning(args),
  create: (settings, setup) => trajectoryMeasure(settings, setup, scoreTurn),
});

const passed: TurnScore = { score: 1 };

function scoreTurn(turn: TrajectoryTurn, matchType: MatchType): TurnScore {
  if (callsMatch(turn, matchType)) return passed;
  const blame = {
    order: matchType !== "ANY_ORDER",
    extra: matchType === "EXACT",
    missing: true,
  };
  const trajectory = turn.explain(() => trajectoryDiff(turn, blame, matchType));
  return { score: 0, why: trajectory.why, trajectory };
}
