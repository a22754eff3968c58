import type { CaseSide, ComparedCase } from "../../core/analysis/comparison.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { isNear } from "../../core/numbers/is-near.ts";
import { meanScore, passedShare } from "../case-values.ts";
import type { CasePair } from "./pair-cases.ts";

/** What changed, newly failing first; cases that are the same in both are left out. */
export function comparedCases(
  pairs: readonly CasePair[],
  a: RunTable,
  b: RunTable,
): readonly ComparedCase[] {
  const deciding = placesOf(a, b);
  const changed = pairs.flatMap((pair) => {
    const each = compareCase(pair, deciding);
    return each === undefined
      ? []
      : [{ each, place: order.indexOf(each.change), size: largest(each) }];
  });
  changed.sort(
    (one, other) =>
      one.place - other.place ||
      other.size - one.size ||
      compareText(one.each.evalSetId, other.each.evalSetId) ||
      compareText(one.each.evalId, other.each.evalId),
  );
  return changed.map(({ each }) => each);
}

const order: readonly ComparedCase["change"][] = [
  "broke",
  "fixed",
  "not-evaluated",
  "evaluated",
  "worse",
  "better",
];

interface Place {
  readonly name: string;
  readonly inA: number;
  readonly inB: number;
  readonly lower: boolean;
}

function placesOf(a: RunTable, b: RunTable): readonly Place[] {
  return b.metrics.flatMap(({ name, direction, informational }, inB) => {
    const inA = a.metrics.findIndex((metric) => metric.name === name);
    return informational ? [] : [{ name, inA, inB, lower: direction === "lower" }];
  });
}

/** Undefined for a case that is the same in both. */
function compareCase({ a, b }: CasePair, places: readonly Place[]): ComparedCase | undefined {
  const differences: Record<string, number> = {};
  let gain = 0;
  for (const { name, inA, inB, lower } of places) {
    const before = meanScore(a, inA);
    const after = meanScore(b, inB);
    if (before === null || after === null || isNear(before, after)) continue;
    differences[name] = after - before;
    gain += lower ? before - after : after - before;
  }
  const change = changeOf(a, b, gain);
  if (change === undefined) return undefined;
  return {
    evalSetId: b.evalSetId,
    evalId: b.evalId,
    change,
    a: sideOf(a, places, ({ inA }) => inA),
    b: sideOf(b, places, ({ inB }) => inB),
    differences,
  };
}

function changeOf(a: TableCase, b: TableCase, gain: number): ComparedCase["change"] | undefined {
  if (a.status === "passed" && b.status === "failed") return "broke";
  if (a.status === "failed" && b.status === "passed") return "fixed";
  if (a.status !== b.status && b.status === "not-evaluated") return "not-evaluated";
  if (a.status !== b.status && a.status === "not-evaluated") return "evaluated";
  const share = (passedShare(b) ?? 0) - (passedShare(a) ?? 0) || gain;
  return share > 0 ? "better" : share < 0 ? "worse" : undefined;
}

function sideOf(
  each: TableCase,
  places: readonly Place[],
  placeIn: (place: Place) => number,
): CaseSide {
  const scores = places.map((place) => [place.name, meanScore(each, placeIn(place))] as const);
  return {
    status: each.status,
    trials: each.trials.length,
    trialsPassed: each.trials.filter(({ status }) => status === "passed").length,
    scores: Object.fromEntries(scores),
  };
}

function largest({ differences }: ComparedCase): number {
  return Object.values(differences).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
