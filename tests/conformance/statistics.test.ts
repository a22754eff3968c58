import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  betaPosterior,
  bootstrapMean,
  chanceAfterRetries,
  chanceOfFalseRed,
  clopperPearson,
  clusterBootstrap,
  clusteredMean,
  jeffreys,
  meanOf,
  mulberry32,
  normalQuantile,
  passAtK,
  passHatK,
  quantileOf,
  quantileRanks,
  rateGate,
  reliabilityAt,
  ruleOfThree,
  tQuantile,
  trialsWithinCases,
  wilson,
  wilsonBounds,
  wilsonCoverage,
  zeroFailuresBound,
  zeroFailuresNeeded,
} from "../../src/statistics/index.ts";
import { near } from "./near.ts";
import { namesOf, unreadKeys, vector } from "./statistics-vector.ts";

test("quantiles of the normal and of Student's t distribution", () => {
  const z = vector("z");
  expect(z.in.p.map(normalQuantile)).toEqual(near(z.out));
  const t = vector("t");
  expect(t.in.df.map((degrees: number) => tQuantile(t.in.p, degrees))).toEqual(near(t.out));
});

test("M1: means with their t interval", () => {
  const { in: verdicts, out } = vector("mean_se_t");
  const found = meanOf(verdicts.x);
  const { mean: rate = 0, n = 0 } = found ?? {};
  // the interval that nobody should use, from the same quantile
  const half = normalQuantile(0.975) * Math.sqrt((rate * (1 - rate)) / n);
  expect({
    mean: rate,
    se: found?.standardError,
    t95: found?.interval,
    wald95: [rate - half, rate + half],
  }).toEqual(near(out));
  const scores = vector("mean_se_t_cont");
  const { mean, standardError, interval } = meanOf(scores.in.x) ?? {};
  expect({ mean, se: standardError, t95: interval }).toEqual(near(scores.out));
});

test.each([
  ["M2", "wilson_", wilson],
  ["M3", "clopper_", clopperPearson],
  ["M4", "jeffreys_", jeffreys],
] as const)("%s: %s…", (_part, start, interval) => {
  for (const name of namesOf(start).filter((each) => /\d$/.test(each))) {
    const { in: given, out } = vector(name);
    expect(interval(given.k, given.n), name).toEqual(near(out));
  }
});

test("M2: Wilson's interval covers what the table says, and its mean over all rates is 95 %", () => {
  const { in: given, out } = vector("wilson_exact_coverage");
  const table = given.n.map((n: number) => given.p.map((p: number) => wilsonCoverage(n, p)));
  // the table has six digits
  for (const [i, row] of out.entries()) {
    for (const [j, coverage] of row.entries()) expect(table[i][j]).toBeCloseTo(coverage, 6);
  }
  const rates = Array.from({ length: 981 }, (_, i) => 0.01 + i / 1000);
  for (const [n, mean, worst] of [
    [10, 0.9543, 0.842],
    [30, 0.9527, 0.899],
    [100, 0.9511, 0.921],
  ] as const) {
    const all = rates.map((p) => wilsonCoverage(n, p));
    expect(all.reduce((sum, each) => sum + each, 0) / all.length).toBeCloseTo(mean, 3);
    expect(Math.min(...all)).toBeCloseTo(worst, 3);
  }
});

test("M4: Beta posterior", () => {
  const { in: given, out } = vector("beta11_7_10");
  const found = betaPosterior(given.k, given.n, { prior: given.prior });
  const told = {
    mean: found?.mean,
    ci95: found?.interval,
    "P(p>0.5)": found?.chanceAbove(0.5),
  };
  expect(told).toEqual(near(out));
});

test("M5: nothing failed", () => {
  const { in: given, out } = vector("zero_fail_upper95");
  expect({
    rule3: given.n.map(ruleOfThree),
    exact_one_sided: given.n.map((n: number) => zeroFailuresBound(n)),
  }).toEqual(near(out));
  const needed = vector("zero_fail_n_needed");
  expect(
    needed.in.p.map((p: number) => zeroFailuresNeeded(p, { confidence: needed.in.conf })),
  ).toEqual(needed.out);
});

test("M6: clusters", () => {
  const { in: given, out } = vector("clustered_se");
  const values = Object.entries<number[]>(given.clusters).flatMap(([cluster, own]) =>
    own.map((value) => ({ cluster, value })),
  );
  const found = clusteredMean(values);
  expect({
    mean: found?.mean,
    naive_se: meanOf(values.map(({ value }) => value))?.standardError,
    cr0: found?.uncorrectedError,
    cr1_finite: found?.standardError,
    deff_cr1: found?.designEffect,
    t_df3_95: found?.interval,
  }).toEqual(near(out));
});

test("M7: trials within cases", () => {
  const { in: given, out } = vector("repeat_trials");
  const found = trialsWithinCases(given.trials);
  const pooled = meanOf(given.trials.flat());
  expect({
    mean: found?.mean,
    q_means: found?.caseMeans,
    se_of_mean_over_questions: found?.standardError,
    wrong_pooled_se: pooled?.standardError,
    sigma2_within: found?.withinCases,
    omega2_between: found?.betweenCases,
    icc1: found?.intraclassCorrelation,
    predicted_se_K1: found?.errorWithTrials(1),
    predicted_se_K4: found?.errorWithTrials(4),
    predicted_se_Kinf: found?.errorWithTrials(Number.POSITIVE_INFINITY),
    flip_cases: found?.flips,
  }).toEqual(near(out));
});

test("M14 and M15: pass@k and pass^k", () => {
  for (const [name, chance] of [
    ["pass_at_k", passAtK],
    ["pass_hat_k", passHatK],
  ] as const) {
    const { in: given, out } = vector(name);
    const ours = given.rows.map((row: [number, number, number]) => chance(...row));
    expect(ours).toEqual(near(out));
  }
  const naive = vector("pass_naive_bias");
  const { n, c, k } = naive.in;
  expect({
    naive_at: chanceAfterRetries(c / n, k - 1),
    unbiased_at: passAtK(n, c, k),
    naive_hat: (c / n) ** k,
    unbiased_hat: passHatK(n, c, k),
  }).toEqual(near(naive.out));
  const { in: given, out } = vector("pass_dataset");
  const cases = given.c.map((passed: number) => ({ trials: given.n, passed }));
  const four = reliabilityAt(cases, given.k);
  const one = reliabilityAt(cases, 1).passHatK;
  expect({
    "pass@4": four.passAtK?.mean,
    "pass^4": four.passHatK?.mean,
    "pass^1": one?.mean,
    "se_pass^4": four.passHatK?.standardError,
    global_p_to_k_wrong: (one?.mean ?? 0) ** given.k,
  }).toEqual(near(out));
});

test("M16: the generator and what is drawn by it", () => {
  const generator = vector("mulberry32_seed42");
  const random = mulberry32(generator.in.seed);
  expect(Array.from({ length: generator.in.n }, random)).toEqual(near(generator.out));
  const { in: given, out } = vector("bootstrap_percentile");
  const { prng, index, quantile } = given;
  // the only ways it is drawn and read here
  expect([prng, index, quantile]).toEqual(["mulberry32", "floor(u*n)", "type7"]);
  const drawn = bootstrapMean(given.x, { samples: given.B, seed: given.seed });
  expect({
    mean_of_means: drawn?.mean,
    se_ddof0: drawn?.standardError,
    ci95: drawn?.interval,
  }).toEqual(near(out));
  const clustered = vector("cluster_bootstrap");
  const { B: samples, seed, clusters } = clustered.in;
  const found = clusterBootstrap(Object.values(clusters), { samples, seed });
  expect({ se_ddof0: found?.standardError, ci95: found?.interval }).toEqual(near(clustered.out));
});

test("M26: flakiness", () => {
  const { in: given, out } = vector("flake_suite");
  expect(given.f.map((f: number, i: number) => chanceOfFalseRed(f, given.N[i]))).toEqual(near(out));
  const retried = vector("flake_retry_false_green");
  const { true_pass_p: p, retries } = retried.in;
  const { note, ...numbers } = retried.out;
  expect({
    "P(pass|any of 3)": chanceAfterRetries(p, retries),
    "P(all 3)": p ** (retries + 1),
  }).toEqual(near(numbers));
});

test("M27: quantiles", () => {
  const { in: given, out } = vector("quantile_ci_ranks");
  const ranks = given.rows.map(([n, share]: [number, number]) => quantileRanks(n, share));
  expect(
    ranks.map((each: ReturnType<typeof quantileRanks>) => ({
      l_rank: each?.lower,
      u_rank: each?.upper,
      coverage: each?.coverage,
    })),
  ).toEqual(near(out));
  const plain = vector("quantile_type7");
  expect(plain.in.q.map((q: number) => quantileOf(plain.in.x, q))).toEqual(near(plain.out));
});

test("M28: gates by the lower bound", () => {
  const { in: given, out } = vector("gate");
  const found = given.rows.map(([passed, of, threshold]: [number, number, number]) => {
    const gate = rateGate(
      { passed, failed: of - passed, notEvaluated: 0 },
      { operator: ">", threshold },
    );
    expect(gate.bound).toBe(wilsonBounds(passed, of)?.lower);
    return {
      rate: gate.estimate,
      wilson_low_one_sided95: gate.bound,
      pass: gate.outcome === "met",
    };
  });
  expect(found).toEqual(near(out));
});

test("what too few cannot tell is null", () => {
  for (const interval of [wilson, clopperPearson, jeffreys]) {
    expect(interval(1, 1)).toBeNull();
    expect(interval(0, 0)).toBeNull();
  }
  expect(passAtK(3, 3, 4)).toBeNull();
  expect(passHatK(3, 3, 4)).toBeNull();
});

test("every vector is held by a test, the simulation of peeking by its battery", () => {
  const texts = ["statistics", "comparisons", "agreement"].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.test.ts`), "utf8"),
  );
  const battery = "peeking_sim";
  const named = (pattern: RegExp) =>
    texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
  const whole = named(/(?:vector\(|\[)"(\w+)"/g);
  const starts = [...named(/namesOf\("(\w+)"/g), ...named(/"(\w+_)", \w+\]/g)];
  const isHeld = (vector: string) =>
    whole.includes(vector) || starts.some((start) => vector.startsWith(start));
  expect(namesOf().filter((name) => !isHeld(name))).toEqual([battery]);
});

test("everything that a vector gives was used", () => {
  expect(unreadKeys()).toEqual([]);
});
