import { expect, test } from "vitest";
import {
  bootstrapMean,
  clusterBootstrap,
  clusteredMean,
  comparePaired,
  comparisonVerdict,
  confidenceSequence,
  correctedRate,
  detectableDifference,
  fleissKappa,
  lengthBias,
  logprobScore,
  majorityRight,
  meanGate,
  meanOf,
  pairedDifference,
  passRate,
  positionSwap,
  ppiMean,
  quantileEstimate,
  quantileGate,
  quantileOf,
  rateGate,
  signFlip,
  spreadOf,
  tallyOf,
  trialsWithinCases,
  unpairedDifference,
  wilson,
} from "./index.ts";

const floor = { operator: ">", threshold: 0.5 } as const;

test("nothing is null, and neither 0 nor a pass", () => {
  expect(meanOf([])).toBeNull();
  expect(clusteredMean([])).toBeNull();
  expect(trialsWithinCases([])).toBeNull();
  expect(pairedDifference([])).toBeNull();
  expect(comparePaired([])).toBeNull();
  expect(quantileOf([], 0.5)).toBeNull();
  expect(quantileEstimate([], 0.5)).toBeNull();
  expect(spreadOf([])).toBeNull();
  expect(positionSwap([])).toBeNull();
  expect(logprobScore(new Map())).toBeNull();
  expect(ppiMean([1], [])).toBeNull();
  expect(unpairedDifference({ passed: 0, of: 0 }, { passed: 1, of: 2 })).toBeNull();
  expect(passRate(tallyOf([]))).toEqual({ value: null, of: 0, interval: null });
  expect(passRate(tallyOf(["notEvaluated", "notEvaluated"])).value).toBeNull();
  expect(comparisonVerdict(null)).toBe("too-few");
});

test("a gate on nothing, or on nothing evaluated, is undecided", () => {
  const undecided = { outcome: "undecided", estimate: null, needed: null };
  expect(rateGate(tallyOf([]), floor)).toMatchObject(undecided);
  expect(rateGate(tallyOf(["notEvaluated", "notEvaluated"]), floor)).toMatchObject(undecided);
  expect(meanGate([], floor)).toMatchObject(undecided);
  expect(meanGate([{ value: null }, { value: null }], floor)).toMatchObject(undecided);
  expect(quantileGate([null, null], 0.95, floor)).toMatchObject(undecided);
});

test("one value, one case, one cluster has no interval", () => {
  const none = { standardError: null, degrees: null, interval: null };
  expect(meanOf([0.7])).toEqual({ mean: 0.7, n: 1, ...none });
  const cluster = [1, 0, 1].map((value) => ({ value, cluster: "only" }));
  expect(clusteredMean(cluster)).toMatchObject({ mean: 2 / 3, clusters: 1, ...none });
  expect(trialsWithinCases([[1, 0, 1]])).toMatchObject({ betweenCases: null, ...none });
  expect(wilson(1, 1)).toBeNull();
  expect(confidenceSequence(1, 0)).toBeNull();
  expect(bootstrapMean([1])).toBeNull();
  expect(clusterBootstrap([[1, 0]])).toBeNull();
  expect(quantileEstimate([3], 0.5)).toEqual({ value: 3, n: 1, interval: null });
  expect(quantileEstimate(new Array(30).fill(3), 0.5)).toEqual({ value: 3, n: 30, interval: null });
  expect(spreadOf([3])?.standardDeviation).toBeNull();
  expect(comparePaired([{ a: 0, b: 1 }])).toMatchObject({
    difference: { estimate: 1, interval: null },
    detectable: null,
  });
  const together = [
    { a: 0, b: 1, cluster: "x" },
    { a: 1, b: 1, cluster: "x" },
  ];
  expect(comparePaired(together)).toMatchObject({
    difference: { estimate: 0.5, interval: null, p: null, method: "clustered-t" },
    detectable: null,
  });
});

test("raters who only ever choose one thing leave nothing to chance, however many items there are", () => {
  for (let items = 1; items <= 60; items += 1) {
    expect(fleissKappa(Array.from({ length: items }, () => [3, 0]))).toBeNull();
  }
});

test("half of the votes are no majority", () => {
  expect(majorityRight(0.8, 4)).toBeCloseTo(0.8192, 12);
  expect(majorityRight(0.8, 2)).toBeCloseTo(0.64, 12);
});

test("a judge that was only tried on one kind of label corrects nothing", () => {
  const judged = { rate: 0.8, of: 200, sensitivity: 0.9, specificity: 0.85 };
  expect(correctedRate({ ...judged, passLabels: 50, failLabels: 50 })).not.toBeNull();
  expect(correctedRate({ ...judged, passLabels: 50, failLabels: 0 })).toBeNull();
  expect(correctedRate({ ...judged, passLabels: 0, failLabels: 50 })).toBeNull();
});

test("no spread is no certainty", () => {
  expect(meanOf([0.1, 0.1, 0.1])?.interval).toBeNull();
  expect(bootstrapMean([2, 2, 2])?.interval).toBeNull();
  expect(meanGate([{ value: 1 }, { value: 1 }], floor).outcome).toBe("undecided");
  expect(detectableDifference(30, { betweenCases: 0 })).toBeNull();
  const same = Array.from({ length: 40 }, () => ({ a: 0.3, b: 0.4 }));
  const compared = comparePaired(same);
  expect(compared).toMatchObject({
    difference: { interval: null, method: "sign-flip" },
    detectable: null,
  });
  expect(compared?.difference.p).toBeCloseTo(2 ** -39, 15);
});

test("what is not finite is refused", () => {
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => meanOf([1, wrong])).toThrow(/number 2 is/);
    expect(() => quantileOf([wrong], 0.5)).toThrow(RangeError);
    expect(() => signFlip([wrong])).toThrow(RangeError);
    expect(() => bootstrapMean([wrong, 1])).toThrow(RangeError);
    expect(() => trialsWithinCases([[wrong]])).toThrow(RangeError);
    expect(() => lengthBias([{ length: wrong, score: 1 }])).toThrow(RangeError);
    expect(() => meanGate([{ value: wrong }], floor)).toThrow(RangeError);
    expect(() => rateGate(tallyOf([]), { operator: ">", threshold: wrong })).toThrow(RangeError);
    expect(() => comparePaired([{ a: 0, b: wrong, id: "trip_2" }])).toThrow(/case "trip_2"/);
  }
  expect(() => wilson(3, 2)).toThrow(RangeError);
  expect(() => wilson(1.5, 2)).toThrow(RangeError);
});

test("a case without its cluster is named", () => {
  const pairs = [
    { a: 0, b: 1, cluster: "x", id: "trip_1" },
    { a: 0, b: 1, id: "trip_2" },
  ];
  expect(() => comparePaired(pairs)).toThrow(/case "trip_2" has none/);
});

test("the statuses of cases are verdicts, and a word that is none is not dropped", () => {
  expect(tallyOf(["passed", "not-evaluated", "notEvaluated", "failed"])).toEqual({
    passed: 1,
    failed: 1,
    notEvaluated: 2,
  });
  expect(() => tallyOf(["pass"] as never)).toThrow('"pass" is no verdict');
  expect(() => tallyOf(["toString"] as never)).toThrow(RangeError);
});
