import type { PowerPlan } from "../../core/analysis/power-plan.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { plural } from "../../core/text/plural.ts";

/** A variance of fewer cases than this may be off by half. */
const FEW = 20;

/** The plan in plain words, for somebody who never took a statistics class. */
export function powerSentences(
  plan: Omit<PowerPlan, "sentences">,
  baselineTrials: number | undefined,
): readonly string[] {
  return [
    answer(plan),
    ...setSentence(plan),
    ...spreadSentences(plan),
    ...(baselineTrials === undefined
      ? ["Both runs that are compared need as many; a baseline that is there already saves one."]
      : [`The baseline has ${plural(baselineTrials, "trial")} of each case.`]),
  ];
}

function answer({ detect, metric, power, plans }: Omit<PowerPlan, "sentences">): string {
  const [first] = plans;
  const needed =
    first === undefined
      ? ""
      : ` takes ${plural(first.cases, "case")} with ${plural(first.trials, "trial")} each`;
  const reserve =
    first === undefined || first.casesWithReserve === first.cases
      ? ""
      : `, or ${grouped(first.casesWithReserve)} to be on the safe side, since the spread is an estimate itself`;
  return `To find a difference of ${size(detect, metric)} in ${Math.round(power * 100)} of 100 comparisons where it is there${needed}${reserve}.`;
}

function setSentence({ set, metric, plans, detect }: Omit<PowerPlan, "sentences">) {
  if (set === undefined) return [];
  const shown = set.shows.flatMap(({ trials, difference }) =>
    difference === null ? [] : [{ trials, difference }],
  );
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) {
    return [`There is ${plural(set.cases, "case")}, which shows no difference of any size.`];
  }
  const more =
    first === last
      ? ""
      : `, and one of ${size(last.difference, metric)} with ${plural(last.trials, "trial")}`;
  const sentence = `The ${plural(set.cases, "case")} there are show a difference of ${size(first.difference, metric)} or more with ${plural(first.trials, "trial")}${more}.`;
  const enough = plans.find(({ cases }) => cases <= set.cases);
  if (enough !== undefined && enough !== plans[0]) {
    return [sentence, `${plural(enough.trials, "trial")} of each are enough for what is asked.`];
  }
  return enough === undefined && detect < last.difference
    ? [sentence, "Trials alone do not make up for cases: write more of them, or ask for less."]
    : [sentence];
}

function spreadSentences({ spread, metric, detect }: Omit<PowerPlan, "sentences">) {
  const { betweenCases, withinCases, designEffect, source, runs, cases, isSplitAssumed } = spread;
  const parts = `variance ${small(betweenCases)} between cases, ${small(withinCases)} between trials of one case`;
  const from = {
    runs: `The spread is that of ${plural(runs, "earlier run")} with up to ${plural(cases, "case")} (${parts}).`,
    given: `The spread was given (${parts}).`,
    assumed: `No earlier run tells the spread, so a wide one was assumed: cases whose chances lie anywhere from never to always (${parts}).`,
  }[source];
  const isLeast = source === "runs" && metric === undefined && withinCases === 0;
  return [
    from,
    ...(source === "runs" && cases < FEW
      ? ["That is too few cases to know a spread by: take the numbers for a first guess."]
      : []),
    ...(isSplitAssumed && withinCases > 0
      ? [
          "No case was repeated, so which part of it is chance was assumed: two thirds. A run with --num_runs 3 would tell.",
        ]
      : []),
    ...(isLeast && Math.abs(betweenCases - detect * (1 - detect)) < 1e-12
      ? ["Hardly anything differed so far; the plan takes only the cases that have to change."]
      : []),
    ...(designEffect > 1
      ? [
          `Cases that belong together say less than their number: ${designEffect.toFixed(1)} times as many are planned.`,
        ]
      : []),
  ];
}

/** `5 points` of a rate, `0.05 in faithfulness` of a metric. */
function size(difference: number, metric: string | undefined): string {
  if (metric !== undefined) return `${small(difference)} in ${metric}`;
  const points = Number((difference * 100).toPrecision(2));
  return `${points} ${points === 1 ? "point" : "points"}`;
}

function small(value: number): string {
  return String(Number(value.toPrecision(3)));
}
