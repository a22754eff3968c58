import { expect, test } from "vitest";
import * as statistics from "./index.ts";

const over = { operator: ">", threshold: 0.4 } as const;
const tally = { passed: 3, failed: 2, notEvaluated: 1 };
const pairs = [
  { a: 1, b: 0 },
  { a: 0, b: 1 },
];
const table = [
  [3, 1],
  [2, 4],
];

/** A question that each function answers. In every place of it that holds a number, a wrong one is tried. */
const questions: Partial<Record<keyof typeof statistics, readonly unknown[]>> = {
  benjaminiHochberg: [[0.1, 0.2]],
  betaCdf: [0.5, 2, 3],
  betaPosterior: [3, 5],
  betaQuantile: [0.5, 2, 3],
  bettingProcess: [{ threshold: 0.5, range: [0, 1], alpha: 0.05 }],
  binomialCdf: [2, 5, 0.5],
  binomialPmf: [2, 5, 0.5],
  bonettPrice: [{ wins: 3, losses: 1, n: 10 }],
  bootstrapMean: [[1, 2, 3], { samples: 10, seed: 3 }],
  casesNeeded: [0.05, { betweenCases: 0.1, withinA: 0.1, trialsA: 2 }],
  chanceAfterRetries: [0.3, 2],
  chanceOfFalseRed: [0.01, 100],
  classifierOf: [{ truePass: 3, falseFail: 1, falsePass: 1, trueFail: 2 }],
  clopperPearson: [3, 5],
  clusterBootstrap: [[[1, 2], [3]]],
  clusteredMean: [
    [
      { value: 1, cluster: "a" },
      { value: 2, cluster: "b" },
    ],
  ],
  cohenKappa: [table],
  combineEValues: [[1, 2]],
  comparePaired: [pairs],
  confidenceSequence: [30, 10],
  correctedRate: [
    { rate: 0.8, of: 99, sensitivity: 0.9, specificity: 0.9, passLabels: 9, failLabels: 9 },
  ],
  detectableDifference: [30, { betweenCases: 0.1 }],
  detectableWith: [0.1],
  driftOf: [[tally, tally]],
  eValue: [3, 2, 0.5],
  fisherExact: [table],
  fleissKappa: [table.map(([one = 0]) => [one, 4 - one])],
  gwetAc1: [table],
  holm: [[0.1, 0.2]],
  jeffreys: [3, 5],
  krippendorffAlpha: [table, "interval"],
  lengthBias: [[1, 2, 3].map((length) => ({ length, score: length }))],
  logprobScore: [new Map([[1, -1]])],
  majorityRight: [0.8, 3, 0.1],
  mcnemar: [3, 2],
  meanGate: [[{ value: 0.5 }, { value: 0.6 }], over],
  meanOf: [[1, 2]],
  mergeTallies: [[tally]],
  mulberry32: [3],
  normalCdf: [1],
  normalQuantile: [0.5],
  pairedDifference: [pairs],
  pairedEValue: [3, 2],
  pairsNeeded: [0.2, 0.1],
  passAtK: [10, 3, 2],
  passHatK: [10, 3, 2],
  passRate: [tally],
  plannedCases: [0.05, { betweenCases: 0.1 }],
  plannedPairs: [0.2, 0.1],
  pointGate: [0.5, over],
  ppiMean: [[1, 0], [{ judge: 1, human: 0 }]],
  quantileBounds: [[1, 2, 3], 0.5],
  quantileEstimate: [[1, 2, 3], 0.5],
  quantileGate: [[1, 2, 3], 0.5, over],
  quantileOf: [[1, 2], 0.5],
  quantileRanks: [10, 0.5],
  rateGate: [tally, over],
  rateOf: [3, 5],
  reliability: [[{ trials: 3, passed: 2 }]],
  reliabilityAt: [[{ trials: 3, passed: 2 }], 2],
  ruleOfThree: [30],
  sequentialRateGate: [tally, over],
  signFlip: [[0.1, 0.2]],
  signTest: [[0.1, 0.2]],
  spearman: [
    [1, 2, 3],
    [3, 1, 2],
  ],
  spreadOf: [[1, 2]],
  sprt: [[true, false], { p0: 0.7, p1: 0.85, alpha: 0.05, beta: 0.2 }],
  tCdf: [1, 3],
  tQuantile: [0.5, 3],
  trialsWithinCases: [table],
  unpairedCasesNeeded: [0.8, 0.9],
  unpairedDifference: [
    { passed: 3, of: 5 },
    { passed: 2, of: 5 },
  ],
  weightedKappa: [table, "linear"],
  wilson: [3, 5],
  wilsonBounds: [3, 5],
  wilsonCoverage: [10, 0.5],
  zeroFailuresBound: [30],
  zeroFailuresNeeded: [0.05],
};

/** Of words, verdicts and comparisons that were made before, in which there is no number of a user. */
const without = [
  ...["adjustForMany", "comparisonVerdict", "majorityOf", "noWorseGate", "positionSwap"],
  ...["selfConsistency", "tallyOf"],
];

/** What has no end may be asked: the whole of a distribution, trials without number, evidence that ran over. */
const endless = new Set(["betaCdf", "binomialCdf", "normalCdf", "tCdf", "casesNeeded"]).add(
  "combineEValues",
);

function wronged(value: unknown, wrong: number): readonly unknown[] {
  if (typeof value === "number") return [wrong];
  if (value instanceof Map) return Array.from(value.keys(), (key) => new Map([[key, wrong]]));
  if (Array.isArray(value)) {
    return value.flatMap((each, i) => wronged(each, wrong).map((other) => value.with(i, other)));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    wronged(each, wrong).map((other) => ({ ...value, [key]: other })),
  );
}

const functions = new Map<string, unknown>(Object.entries(statistics));

test("every function is asked", () => {
  expect([...Object.keys(questions), ...without].sort()).toEqual([...functions.keys()].sort());
});

test.each(Object.entries(questions))("%s refuses what is not finite", (name, question) => {
  const ask = functions.get(name) as (...given: unknown[]) => unknown;
  expect(() => ask(...question)).not.toThrow();
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
    if (wrong === Number.POSITIVE_INFINITY && endless.has(name)) continue;
    for (const given of wronged(question, wrong)) {
      expect(() => ask(...(given as unknown[])), JSON.stringify(given)).toThrow(RangeError);
    }
  }
});
