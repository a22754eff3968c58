import { expect, test } from "vitest";
import {
  classifierOf,
  cohenKappa,
  correctedRate,
  fleissKappa,
  gwetAc1,
  krippendorffAlpha,
  majorityOf,
  selfConsistency,
  weightedKappa,
} from "../../src/statistics/index.ts";
import { near, told } from "./near.ts";
import { namesOf, unreadKeys, vector } from "./statistics-vector.ts";

test("Cohen's kappa, its interval and AC1 hold their vectors", () => {
  const plain = vector("cohen_kappa");
  const { agreement, kappa, standardError, interval } = cohenKappa(plain.in.M) ?? {};
  expect(told({ po: agreement, kappa, se: standardError, ci95: interval })).toEqual(
    near(plain.out),
  );
  const paradox = vector("kappa_paradox");
  const [[tp, fn], [fp, tn]] = paradox.in.M;
  const { correlation } = classifierOf({
    truePass: tp,
    falseFail: fn,
    falsePass: fp,
    trueFail: tn,
  });
  const odd = cohenKappa(paradox.in.M);
  expect(
    told({
      po: odd?.agreement,
      kappa: odd?.kappa,
      gwet_ac1: gwetAc1(paradox.in.M),
      mcc: correlation,
    }),
  ).toEqual(near(paradox.out));
});

test("weighted kappa holds its vectors", () => {
  const { in: given, out } = vector("weighted_kappa");
  expect(
    told({
      unweighted: weightedKappa(given.M, "none"),
      linear: weightedKappa(given.M, "linear"),
      quadratic: weightedKappa(given.M, "quadratic"),
    }),
  ).toEqual(near(out));
});

test("agreement of many raters holds its vectors", () => {
  const fleiss = vector("fleiss_kappa");
  expect(told({ kappa: fleissKappa(fleiss.in.counts) })).toEqual(near(fleiss.out));
  const canonical = vector("krippendorff_canonical");
  for (const level of ["nominal", "ordinal", "interval"] as const) {
    const alpha = krippendorffAlpha(canonical.in.units, level) ?? null;
    expect(alpha).toEqual(near(canonical.out[level]));
  }
  const two = vector("krippendorff_2judge");
  expect(told({ alpha_nominal: krippendorffAlpha(two.in.units) })).toEqual(near(two.out));
});

test("a judge as a classifier holds its vector", () => {
  const { in: given, out } = vector("judge_classifier");
  const { tp, fn, fp, tn } = given;
  const found = classifierOf({ truePass: tp, falseFail: fn, falsePass: fp, trueFail: tn });
  expect(
    told({
      sens: found.sensitivity.value,
      spec: found.specificity.value,
      ppv: found.passPrecision.value,
      npv: found.failPrecision.value,
      f1: found.f1,
      balanced_acc: found.balancedAccuracy,
      mcc: found.correlation,
    }),
  ).toEqual(near(out));
});

test("corrected pass rates hold their vectors", () => {
  for (const name of namesOf("rogan_gladen_lee")) {
    const { in: given, out } = vector(name);
    const { rate, interval } =
      correctedRate({
        rate: given.p,
        of: given.n,
        sensitivity: given.q1_sens,
        specificity: given.q0_spec,
        passLabels: given.m1,
        failLabels: given.m0,
      }) ?? {};
    expect(told({ point: rate, ci: interval }), name).toEqual(near(out));
  }
});

test("self-consistency of a judge holds its vector", () => {
  const { in: given, out } = vector("judge_self_consistency");
  const votes = (given.samples as number[][]).map((each) => each.map((vote) => vote === 1));
  const { pairwiseAgreement, flipRate, unanimous } = selfConsistency(votes) ?? {};
  const majority = votes.map((each) => Number(majorityOf(each)));
  expect(
    told({ pairwise_agreement: pairwiseAgreement, flip_rate: flipRate, unanimous, majority }),
  ).toEqual(near(out));
  expect(majorityOf([true, false])).toBeNull();
});

test("what cannot be known is null", () => {
  expect(
    cohenKappa([
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull();
  expect(
    gwetAc1([
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull();
  expect(
    cohenKappa([
      [5, 0],
      [0, 0],
    ])?.kappa,
  ).toBeNull();
  expect(krippendorffAlpha([[1], [2]])).toBeNull();
  expect(fleissKappa([[1, 0]])).toBeNull();
  expect(selfConsistency([[true]])).toBeNull();
  expect(() =>
    cohenKappa([
      [Number.NaN, 1],
      [1, 1],
    ]),
  ).toThrow(RangeError);
});

test("a judge that is no better than a coin corrects nothing", () => {
  const labels = { rate: 0.7, of: 100, passLabels: 50, failLabels: 50 };
  expect(correctedRate({ ...labels, sensitivity: 0.5, specificity: 0.5 })).toBeNull();
  expect(correctedRate({ ...labels, sensitivity: 0.9, specificity: 0.1 })).toBeNull();
  expect(() => correctedRate({ ...labels, sensitivity: Number.NaN, specificity: 1 })).toThrow(
    RangeError,
  );
});

test("everything that a vector gives was used", () => {
  expect(unreadKeys()).toEqual([]);
});
