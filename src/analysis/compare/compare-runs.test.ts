import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTable, aTableCase, type Score } from "../../testing/table-builders.ts";
import { compareRuns } from "./compare-runs.ts";

const single = (values: string) => aTable([...values].map((digit) => [Number(digit)]));

test("one trial a case is compared by McNemar's mid-p and the interval of Bonett and Price", () => {
  const { passRate, verdict, sentence } = compareRuns(
    single("110110111011"),
    single("100100110011"),
  );
  expect(passRate).toMatchObject({ wins: 0, losses: 3, ties: 9 });
  expect(passRate.difference.p).toBeCloseTo(0.125, 12);
  expect(passRate.difference.estimate).toBeCloseTo(-0.25, 12);
  expect(passRate.difference.interval?.[0]).toBeCloseTo(-0.5065131284, 9);
  expect(verdict).toBe("too-few");
  expect(sentence).toMatch(
    /^Too few cases to tell: −25 points \(95 % interval .*12 cases; smallest/,
  );
});

test.each([
  ["better", "0".repeat(8), "1".repeat(8)],
  ["worse", "1".repeat(8), "0".repeat(8)],
  ["no-evidence", "1".repeat(60), "1".repeat(60)],
  ["too-few", "1", "0"],
] as const)("says %s", (verdict, a, b) => {
  const compared = compareRuns(single(a), single(b));
  expect(compared.verdict).toBe(verdict);
  // no spread is no certainty
  expect(compared.passRate.difference.interval).toBeNull();
  expect(compared.passRate.detectable).toBeNull();
});

test("a case that one run could not evaluate is left out of the rate and told", () => {
  const { passRate, warnings } = compareRuns(
    aTable([[1], [1], [0]]),
    aTable([[1], [undefined], [1]]),
  );
  expect(passRate).toMatchObject({ a: { n: 2, mean: 0.5 }, b: { n: 2, mean: 1 }, wins: 1 });
  expect(warnings).toMatchObject([{ kind: "not-evaluated", count: 1, cases: ["case 1"] }]);
});

test("runs without a common case are told apart from runs without a difference", () => {
  const other = { ...single("1"), cases: [{ ...aTableCase([1], 0), evalId: "another" }] };
  const compared = compareRuns(single("1"), other);
  expect(compared).toMatchObject({ verdict: "too-few", passRate: { a: { n: 0, mean: null } } });
  expect(compared.sentence).toBe("Too few cases to tell: no case was evaluated in both runs.");
  expect(compared.warnings.map(({ kind }) => kind)).toEqual(["only-in-a", "only-in-b"]);
});

test("what broke comes first, and what stayed the same is not listed", () => {
  const { cases } = compareRuns(
    aTable([[0.2], [0.9], [0.9], [0.6]]),
    aTable([[0.8], [0.1], [0.9], [0.7]]),
  );
  expect(cases.map(({ evalId, change }) => [evalId, change])).toEqual([
    ["case 1", "broke"],
    ["case 0", "fixed"],
    ["case 3", "better"],
  ]);
});

describe("properties", () => {
  const score = fc.option(
    fc.integer({ min: 0, max: 4 }).map((n) => n / 4),
    { nil: undefined },
  );
  const runs = fc
    .record({ trials: fc.integer({ min: 1, max: 3 }), cases: fc.integer({ min: 0, max: 24 }) })
    .chain(({ trials, cases }) => {
      const run = fc.array(fc.array(score, { minLength: trials, maxLength: trials }), {
        minLength: cases,
        maxLength: cases,
      });
      return fc.tuple(run, run, fc.boolean());
    });
  const cluster = (index: number) => `film ${index % 5}`;
  const tableOf = (cases: readonly (readonly Score[])[], clustered: boolean) =>
    aTable(cases, clustered ? { cluster } : {});

  test("B against A mirrors A against B", () => {
    fc.assert(
      fc.property(runs, ([a, b, clustered]) => {
        const one = compareRuns(tableOf(a, clustered), tableOf(b, clustered)).passRate;
        const other = compareRuns(tableOf(b, clustered), tableOf(a, clustered)).passRate;
        expect(other.wins).toBe(one.losses);
        expect(other.difference.p ?? -1).toBeCloseTo(one.difference.p ?? -1, 12);
        const [low, high] = one.difference.interval ?? [0, 0];
        expect(other.difference.interval?.[0] ?? 0).toBeCloseTo(-high, 12);
        expect(other.difference.interval?.[1] ?? 0).toBeCloseTo(-low, 12);
      }),
    );
  });

  test("the order of cases changes no number", () => {
    fc.assert(
      fc.property(runs, fc.infiniteStream(fc.nat()), ([a, b, clustered], random) => {
        const first = tableOf(a, clustered);
        const second = tableOf(b, clustered);
        const shuffled = {
          ...second,
          cases: second.cases.toSorted(() => (random.next().value % 2) - 0.5),
        };
        const { passRate, metrics, verdict } = compareRuns(first, second);
        const again = compareRuns(first, shuffled);
        expect(again.verdict).toBe(verdict);
        expect(again.passRate.difference.p ?? -1).toBeCloseTo(passRate.difference.p ?? -1, 12);
        expect(again.passRate.difference.interval?.[0] ?? 0).toBeCloseTo(
          passRate.difference.interval?.[0] ?? 0,
          12,
        );
        expect(again.metrics[0]?.difference.p ?? -1).toBeCloseTo(
          metrics[0]?.difference.p ?? -1,
          12,
        );
      }),
    );
  });

  test("a run against itself is never better or worse", () => {
    fc.assert(
      fc.property(runs, ([a, , clustered]) => {
        const compared = compareRuns(tableOf(a, clustered), tableOf(a, clustered));
        expect(["no-evidence", "too-few"]).toContain(compared.verdict);
        expect(compared.cases).toEqual([]);
      }),
    );
  });
});

describe("metrics", () => {
  const named = (name: string, cases: readonly (readonly Score[])[]) => {
    const table = aTable(cases);
    return { ...table, metrics: table.metrics.map((metric) => ({ ...metric, name })) };
  };

  test("one that neither run has, or only one, is told with what both have", () => {
    const both = () => compareRuns(single("10"), single("11"), { metric: "matsch" });
    expect(both).toThrow("Neither run has a metric matsch.");
    const one = () => compareRuns(named("other", [[1]]), single("1"), { metric: "match" });
    expect(one).toThrow("Only B has the metric match, so it cannot be compared.");
  });

  test("one score too few is told for the metric, and left out of it alone", () => {
    const [before, after] = [aTable([[1], [1]]), aTable([[1], [1]])];
    const [first, second] = after.cases;
    const trials = second?.trials.map((trial) => ({ ...trial, scores: [undefined] })) ?? [];
    const cases = [first, second && { ...second, trials }].filter((each) => each !== undefined);
    const compared = compareRuns(before, { ...after, cases });
    expect(compared.passRate.a.n).toBe(2);
    expect(compared.metrics[0]?.a.n).toBe(1);
    expect(compared.warnings.map(({ text }) => text)).toEqual([
      "1 case is scored by match in one run only and left out of it: case 1.",
    ]);
  });
});

test("the only trial of a case counts as its case does, by whatever rule", () => {
  const table = single("11");
  const cases = table.cases.map((each) => ({ ...each, status: "failed" as const }));
  expect(compareRuns(table, { ...table, cases }).passRate).toMatchObject({
    a: { mean: 1 },
    b: { mean: 0 },
  });
});

test("what else changed is told: agent, judge, prompt version, settings and trials", () => {
  const table = single("1");
  const set = table.about.sets[0];
  if (set === undefined) throw new Error("a table has a set");
  const asked = (setting: object, changes: object = {}) => ({
    ...table,
    about: {
      ...table.about,
      ...changes,
      sets: [
        {
          ...set,
          config: {
            metrics: [{ name: "match", version: 1, direction: "higher" as const, ...setting }],
          },
        },
      ],
    },
  });
  const judge = (judgeModel: string) => ({ criterion: { judgeModelOptions: { judgeModel } } });
  const kindsOf = (one: ReturnType<typeof asked>, other: ReturnType<typeof asked>) =>
    compareRuns(one, other).warnings.map(({ kind }) => kind);
  expect(kindsOf(asked({}), asked({}))).toEqual([]);
  expect(kindsOf(asked({}), asked({}, { agent: { name: "another" } }))).toEqual(["changed-agent"]);
  expect(kindsOf(asked({}), asked({}, { trials: 2 }))).toEqual(["changed-trials"]);
  expect(kindsOf(asked({}), asked({ version: 2 }))).toEqual(["changed-prompt"]);
  expect(kindsOf(asked({}), asked({ threshold: 0.9 }))).toEqual(["changed-config"]);
  expect(kindsOf(asked(judge("one")), asked(judge("other")))).toEqual(["changed-judge"]);
});

test("cases that were chosen by how they came out before show nothing, however much they differ", () => {
  const failed = single("0".repeat(40));
  const options = { failedIn: "before" };
  const again = { ...single("1".repeat(40)), about: { ...failed.about, options } };
  for (const [a, b] of [
    [failed, again],
    [again, failed],
  ] as const) {
    const { verdict, sentence, metrics, warnings, passRate } = compareRuns(a, b);
    expect({ verdict, ofMetric: metrics[0]?.verdict }).toEqual({
      verdict: "too-few",
      ofMetric: "too-few",
    });
    expect(sentence).toContain("It cannot be told by cases that were chosen");
    expect(warnings.map(({ kind }) => kind)).toContain("chosen-cases");
    expect(passRate.difference.p).toBeLessThan(0.001);
  }
});

test("of dollars, ten points are a tenth of what A took, and small sums keep their digits", () => {
  const spent = (...cents: readonly number[]) => {
    const table = aTable(
      Array.from({ length: 40 }, (_, at) => [(cents[at % cents.length] ?? 0) / 1000]),
    );
    const metrics = table.metrics.map((metric) => ({ ...metric, range: { min: 0 } }));
    return { ...table, metrics };
  };
  const far = compareRuns(spent(1, 5), spent(5, 1, 2), { metric: "match" });
  expect(far.verdict).toBe("too-few");
  expect(far.sentence).toMatch(/smallest difference this could have seen: 0\.00\d/);
  expect(compareRuns(spent(1, 5), spent(5, 1, 2), { metric: "match", detect: 0.1 }).verdict).toBe(
    "no-evidence",
  );
});
