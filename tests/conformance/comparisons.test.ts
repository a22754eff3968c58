import { expect, test } from "vitest";
import {
  benjaminiHochberg,
  bonettPrice,
  casesNeeded,
  comparePaired,
  confidenceSequence,
  detectableDifference,
  eValue,
  fisherExact,
  holm,
  lengthBias,
  logprobScore,
  majorityRight,
  mcnemar,
  noWorseGate,
  pairedDifference,
  pairedEValue,
  pairsNeeded,
  positionSwap,
  ppiMean,
  signFlip,
  signTest,
  sprt,
  unpairedCasesNeeded,
  unpairedDifference,
  wilson,
} from "../../src/statistics/index.ts";
import { near } from "./near.ts";
import { namesOf, unreadKeys, vector } from "./statistics-vector.ts";

test("M8: paired difference", () => {
  const { in: given, out } = vector("paired_diff");
  // the vector takes B from A; here it is what B changed, so the sides are handed in the other way round
  const pairs = given.A.map((score: number, i: number) => ({ a: given.B[i], b: score }));
  const found = pairedDifference(pairs);
  expect({
    diff: found?.mean,
    se_paired: found?.standardError,
    se_unpaired: found?.unpairedError,
    corr: found?.correlation,
    t: found?.t,
    p_t: found?.p,
    t95: found?.interval,
  }).toEqual(near(out));
});

test("M8: paired difference by clusters", () => {
  const { in: given, out } = vector("paired_clustered");
  const pairs = given.d.map((b: number, i: number) => ({ a: 0, b, cluster: given.cluster[i] }));
  const found = pairedDifference(pairs);
  const cr0 = (found?.standardError ?? 0) * Math.sqrt(4 / 5);
  expect({ diff: found?.mean, cr0, cr1: found?.standardError }).toEqual(near(out));
});

test("M9: McNemar", () => {
  for (const name of namesOf("mcnemar_")) {
    const { in: given, out } = vector(name);
    const found = mcnemar(given.b, given.c);
    expect(
      {
        exact: found.exact,
        midp: found.midP,
        chi2: found.chiSquare?.statistic,
        p_chi2: found.chiSquare?.p,
        chi2_cc: found.correctedChiSquare?.statistic,
        p_cc: found.correctedChiSquare?.p,
      },
      name,
    ).toEqual(near(out));
  }
});

test("M10: Bonett and Price", () => {
  for (const name of namesOf("bonett_price_")) {
    const { b: wins, c: losses, n } = vector(name).in;
    expect({ diff: (wins - losses) / n, ci: bonettPrice({ wins, losses, n }) }, name).toEqual(
      near(vector(name).out),
    );
  }
});

test("M11: different cases", () => {
  const of = ({ a, m, b, n }: Record<"a" | "m" | "b" | "n", number>) =>
    unpairedDifference({ passed: a, of: m }, { passed: b, of: n });
  const newcombe = vector("newcombe_56_70_48_80");
  const found = of(newcombe.in);
  expect({ diff: found?.difference, ci: found?.interval }).toEqual(near(newcombe.out));
  const pooled = vector("two_prop_z_56_70_48_80");
  const { z, p } = of(pooled.in) ?? {};
  expect({ z, p }).toEqual(near(pooled.out));
  const fisher = vector("fisher_18_20_11_20");
  expect(fisherExact(fisher.in.table)).toEqual(near(fisher.out));
});

test("M12: sign-flip permutation and sign test", () => {
  const { in: given, out } = vector("signflip_exact");
  const pairs = given.d.map((b: number) => ({ a: 0, b }));
  const compared = comparePaired(pairs)?.difference;
  expect({ mean: compared?.estimate, p: compared?.p }).toEqual(near(out));
  expect(compared?.method).toBe("sign-flip");
  expect(signFlip(given.d)).toEqual({ p: expect.closeTo(out.p, 9), exact: true, samples: 128 });
  const sign = vector("sign_test");
  const { n, positive, p } = signTest(sign.in.d);
  expect({ n, pos: positive, p }).toEqual(near(sign.out));
});

test("M13: power and what can be seen", () => {
  const { in: given, out } = vector("power_miller");
  const needed = given.rows.map(
    ([delta, betweenCases, withinA, withinB, trialsA, trialsB]: number[]) => {
      const spread = { betweenCases, withinA, withinB, trialsA, trialsB };
      const n = casesNeeded(delta as number, spread as { betweenCases: number });
      return { n, ceil: Math.ceil(n) };
    },
  );
  expect(needed).toEqual(near(out));
  const seen = vector("mde_miller");
  const { o2: betweenCases, s2, K } = seen.in;
  const spread = { betweenCases, withinA: s2, withinB: s2, trialsA: K, trialsB: K };
  expect(seen.in.n.map((n: number) => detectableDifference(n, spread))).toEqual(near(seen.out));
  const arms = vector("n_per_arm_unpaired");
  expect(Math.ceil(unpairedCasesNeeded(arms.in.p1, arms.in.p2))).toBe(arms.out);
  const pairs = vector("n_pairs_mcnemar_connor");
  expect(Math.ceil(pairsNeeded(pairs.in.discordant, pairs.in.diff) ?? 0)).toBe(pairs.out);
});

test("M20: prediction-powered mean", () => {
  const { in: given, out } = vector("ppi_mean");
  const labelled = given.human.map((human: number, i: number) => ({
    human,
    judge: given.judge_labelled[i],
  }));
  const found = ppiMean(given.judge_unlabelled, labelled);
  expect({
    judge_only: found?.judgeOnly,
    human_only: found?.humanOnly,
    ppi: found?.mean,
    se: found?.standardError,
    ci95: found?.interval,
  }).toEqual(near(out));
});

test("M21: majority of votes", () => {
  const { in: given, out } = vector("majority_vote");
  expect(given.rows.map(([p, k]: [number, number]) => majorityRight(p, k))).toEqual(near(out));
  const together = vector("majority_vote_correlated");
  const { p, k, rho } = together.in;
  expect(rho.map((each: number) => majorityRight(p, k, each))).toEqual(near(together.out));
});

test("M22: scores from logprobs", () => {
  const { in: given, out } = vector("logprob_weighted");
  const logprobs = new Map(
    Object.entries<number>(given.logprobs).map(([score, logprob]) => [Number(score), logprob]),
  );
  const found = logprobScore(logprobs);
  expect({
    mass: found?.mass,
    score: found?.score,
    argmax: found?.likeliest,
    norm01: found?.normalised,
    entropy_nats: found?.entropy,
  }).toEqual(near(out));
});

test("M23: position swap", () => {
  const { in: given, out } = vector("position_swap");
  const found = positionSwap(
    given.verdict_order_AB.map((aFirst: "A" | "B" | "tie", i: number) => ({
      aFirst,
      bFirst: given.verdict_order_BA[i],
    })),
  );
  expect({
    consistency: found?.consistency,
    winA: found?.winsA,
    winB: found?.winsB,
    tie: found?.ties,
    winrateA_ties_half: found?.winRateA,
    first_pref_rate: found?.firstPreferred?.rate,
    first_pref_p: found?.firstPreferred?.p,
  }).toEqual(near(out));
});

test("M24: many metrics", () => {
  const { in: given, out } = vector("holm_bh");
  expect({ holm: holm(given.p), bh: benjaminiHochberg(given.p) }).toEqual(near(out));
});

test("M25: looking more than once", () => {
  const { in: given, out } = vector("sprt");
  const { seq, ...plan } = given;
  const found = sprt(
    seq.map((each: number) => each === 1),
    plan,
  );
  expect({
    lower: found.lower,
    upper: found.upper,
    llr_final: found.logRatio,
    stop_at: found.stoppedAt,
    decision: found.decision === "p1" ? "H1" : found.decision,
  }).toEqual(near(out));
  const mixture = vector("e_value_betamix");
  expect(mixture.in.rows.map(([s, f]: [number, number]) => eValue(s, f, mixture.in.p0))).toEqual(
    near(mixture.out),
  );
  const sequence = vector("conf_seq_30_10");
  const { s, f, alpha } = sequence.in;
  expect({
    cs: confidenceSequence(s, f, { confidence: 1 - alpha }),
    wilson_fixed_n: wilson(s, s + f),
  }).toEqual(near(sequence.out));
  const paired = vector("e_value_mcnemar_10_2");
  expect(pairedEValue(paired.in.b, paired.in.c)).toEqual(near(paired.out));
});

test("M28: no worse than a margin", () => {
  const { in: given, out } = vector("noninferiority");
  const { b: wins, c: losses, n, margin } = given;
  const pairs = Array.from({ length: n }, (_, i) => ({
    a: i < wins ? 0 : 1,
    b: i >= wins && i < wins + losses ? 0 : 1,
  }));
  const compared = comparePaired(pairs);
  const gate = noWorseGate(compared, margin);
  expect({ ci: compared?.difference.interval, noninferior: gate.outcome === "met" }).toEqual(
    near(out),
  );
  expect(gate.outcome).toBe("undecided");
});

test("M29: length bias", () => {
  const { in: given, out } = vector("length_bias_spearman");
  const answers = given.len.map((length: number, i: number) => ({ length, score: given.score[i] }));
  expect(lengthBias(answers)).toMatchObject({ correlation: expect.closeTo(out, 9), biased: true });
});

test("everything that a vector gives was used", () => {
  expect(unreadKeys()).toEqual([]);
});
