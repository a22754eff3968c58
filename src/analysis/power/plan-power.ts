import type {
  PlannedSetSize,
  PlanSpread,
  PowerPlan,
  TrialPlan,
} from "../../core/analysis/power-plan.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import { plannedCases, plannedPairs } from "../../statistics/comparisons/planned-cases.ts";
import {
  casesNeeded,
  detectableDifference,
  type PlannedSpread,
  type PowerOptions,
} from "../../statistics/comparisons/power.ts";
import { needCount } from "../../statistics/need-finite.ts";
import { plannedFigure } from "./planned-figure.ts";
import { powerSentences } from "./power-sentences.ts";
import { type ConversationPrice, priceOfRuns } from "./price-of-runs.ts";
import { assumedSpread, designEffectOf, spreadOfRuns } from "./spread-of-runs.ts";

/** What a plan is asked. */
export interface PlanPowerRequest extends PowerOptions {
  /** The difference that is to be seen: 0.05 is five points of a pass rate, or 0.05 of a metric's mean. */
  readonly detect: number;
  /** Earlier runs of the set, newest first: their spread is what a difference has to stand out from. */
  readonly runs?: readonly RunTable[] | undefined;
  /** The spread, where it is known: it goes before that of the runs. */
  readonly spread?: Pick<PlanSpread, "betweenCases" | "withinCases"> | undefined;
  /** A metric's mean instead of the pass rate. */
  readonly metric?: string | undefined;
  /** From the metric's least score to its greatest, where no run tells it: 1 when left out. */
  readonly reach?: number | undefined;
  /** Trials of a case to plan for: 1, 2, 5 and 10 when left out. */
  readonly trials?: number | readonly number[] | undefined;
  /** The run to compare with, where it is there already: it has its trials. Both have as many when left out. */
  readonly baseline?: RunTable | undefined;
  /** How many cases there are: the plan says what they would show. */
  readonly cases?: number | undefined;
}

const USUAL_TRIALS = [1, 2, 5, 10];

/**
 * How many cases and trials a difference of some size takes, when two runs are compared case by case (Miller's formula),
 * and what that would cost, by the spread and the price of earlier runs. Without any, a wide spread is assumed and said.
 */
export function planPower(request: PlanPowerRequest): PowerPlan {
  const { detect, metric, power = 0.8, alpha = 0.05, runs = [] } = request;
  const price = priceOfRuns(runs);
  const spread = spreadFor(request);
  const trials = [request.trials ?? USUAL_TRIALS].flat();
  for (const each of trials) needCount(each, "the number of trials");
  const ofTrials = (each: number): PlannedSpread => ({
    alpha,
    power,
    betweenCases: spread.betweenCases,
    withinA: spread.withinCases,
    withinB: spread.withinCases,
    trialsA: request.baseline?.about.trials ?? each,
    trialsB: each,
  });
  const plans = trials.map((each) =>
    planOf(ofTrials(each), { detect, price, spread, isRate: metric === undefined }),
  );
  const set = sizeOf(request, trials, (each) => ofTrials(each), spread);
  const plan = { schemaVersion: SCHEMA_VERSION, detect, power, alpha, metric, spread, plans, set };
  return { ...plan, sentences: powerSentences(plan, request.baseline?.about.trials) };
}

function spreadFor(request: PlanPowerRequest): PlanSpread {
  const { runs = [], metric, detect } = request;
  const nothing = { designEffect: 1, isSplitAssumed: false, runs: 0, cases: 0 };
  if (request.spread !== undefined) return { ...nothing, ...request.spread, source: "given" };
  const figure = plannedFigure(runs, metric, request.reach);
  const measured = spreadOfRuns(figure.runs, figure.valuesOf);
  const designEffect = designEffectOf(figure.runs[0], figure.valuesOf);
  const isFlat = measured !== null && measured.betweenCases + measured.withinCases === 0;
  if (measured === null || (isFlat && metric !== undefined)) {
    return { ...nothing, ...assumedSpread(figure.reach), designEffect, source: "assumed" };
  }
  // a rate that moves by so much has at least so many cases that change
  const least = detect * (1 - detect) - 2 * measured.withinCases;
  const betweenCases =
    metric === undefined ? Math.max(measured.betweenCases, least) : measured.betweenCases;
  return { ...measured, betweenCases, designEffect, source: "runs" };
}

interface PlanContext {
  readonly detect: number;
  readonly price: ConversationPrice;
  readonly spread: PlanSpread;
  readonly isRate: boolean;
}

function planOf(asked: PlannedSpread, { detect, price, spread, isRate }: PlanContext): TrialPlan {
  const { trialsA = 1, trialsB = 1, withinA = 0, withinB = 0, betweenCases } = asked;
  const variance = betweenCases + withinA / trialsA + withinB / trialsB;
  const least = Math.max(2, Math.ceil(casesNeeded(detect, asked) * spread.designEffect));
  // verdicts of one trial are compared by the cases that come out differently
  const share = variance + detect ** 2;
  const byPairs =
    isRate && trialsA === 1 && trialsB === 1 && share < 1
      ? plannedPairs(share, detect, asked)
      : null;
  const reserved = Math.ceil((byPairs ?? plannedCases(detect, asked)) * spread.designEffect);
  const conversations = least * trialsB;
  return {
    trials: trialsB,
    cases: least,
    casesWithReserve: Math.max(least, reserved),
    conversations,
    cost: price.cost === null ? null : price.cost * conversations,
    seconds: price.seconds === null ? null : price.seconds * conversations,
  };
}

function sizeOf(
  { cases }: PlanPowerRequest,
  trials: readonly number[],
  ofTrials: (trials: number) => PlannedSpread,
  { designEffect }: PlanSpread,
): PlannedSetSize | undefined {
  if (cases === undefined) return undefined;
  const shows = trials.map((each) => {
    const difference = detectableDifference(cases, ofTrials(each));
    return {
      trials: each,
      difference: difference === null ? null : difference * Math.sqrt(designEffect),
    };
  });
  return { cases, shows };
}
