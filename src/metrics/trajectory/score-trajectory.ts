import type { MatchType } from "../../core/case-settings.ts";
import type { MeasureFunction, MetricInput, MetricSetup } from "../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { isAsked, notAsked } from "../asked-turns.ts";
import { meanOfKnown } from "../mean-of-known.ts";
import { pairTurns } from "../pair-turns.ts";
import { measureByMeaning } from "./by-meaning.ts";
import { UnusableMatcher } from "./matching/argument-matcher.ts";
import type { Meanings } from "./matching/meanings.ts";
import {
  type TrajectorySettings,
  type TrajectoryTurn,
  trajectoryRules,
  trajectoryTurn,
} from "./trajectory-turn.ts";

type ScoreTurn = (turn: TrajectoryTurn, matchType: MatchType) => TurnScore;

/** A metric of calls; where arguments are compared by meaning, one that asks a judge. */
export function trajectoryMeasure(
  settings: TrajectorySettings,
  setup: MetricSetup,
  scoreTurn: ScoreTurn,
): MeasureFunction {
  return measureByMeaning(setup, (input, meanings) =>
    scoreTrajectory(setup.name, input, { settings, scoreTurn, meanings }),
  );
}

interface Scoring {
  readonly settings: TrajectorySettings;
  readonly scoreTurn: ScoreTurn;
  readonly meanings: Meanings | undefined;
}

/** Compares the calls of every turn and averages, as ADK does: left to right, then one division. */
function scoreTrajectory(
  name: string,
  input: MetricInput,
  { settings, scoreTurn, meanings }: Scoring,
): MetricOutcome {
  const pairs = pairTurns(name, input);
  if ("kind" in pairs) return pairs;
  if (pairs.length === 0) {
    const detail = `${name} has no turn to compare.`;
    return { kind: "not-evaluated", reason: "missing-reference", detail };
  }
  const rules = trajectoryRules(settings, input.evalCase.assay, meanings);
  return withUsableMatchers(name, () => {
    const turns = pairs.map(({ expected, actual }, place) =>
      isAsked(name, input, place)
        ? scoreTurn(trajectoryTurn(rules, { expected, actual, place }), rules.matchType)
        : notAsked,
    );
    const score = meanOfKnown(turns.map((turn) => turn.score)) ?? 0;
    return { kind: "scored", score, perInvocation: turns };
  });
}

/** A matcher that cannot say leaves the case without a verdict: neither answer would be true. */
export function withUsableMatchers(name: string, measure: () => MetricOutcome): MetricOutcome {
  try {
    return measure();
  } catch (error) {
    if (!(error instanceof UnusableMatcher)) throw error;
    const { reason, message } = error;
    return { kind: "not-evaluated", reason, detail: `${name} could not compare: ${message}` };
  }
}
