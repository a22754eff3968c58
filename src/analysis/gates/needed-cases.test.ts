import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tQuantile } from "../../statistics/distributions/student-t.ts";
import { meanGate } from "../../statistics/gates/mean-gate.ts";
import { meanOf } from "../../statistics/means/mean-interval.ts";
import { aTable } from "../../testing/table-builders.ts";
import { evaluateGates } from "./evaluate-gates.ts";

/** Whether so many cases decide it, with mean and spread as they are. */
function decides(values: readonly number[], cases: number, threshold: number): boolean {
  const { mean, standardError } = meanOf(values) ?? { mean: 0, standardError: 0 };
  const error = (standardError ?? 0) * Math.sqrt(values.length / cases);
  return Math.abs(mean - threshold) > tQuantile(0.95, cases - 1) * error;
}

describe("how many cases a gate needs", () => {
  it("is enough for a mean, and one less is not", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (tenths, tenth) => {
          const values = tenths.map((each) => each / 10);
          const threshold = tenth / 10 + 0.013;
          const { needed } = meanGate(
            values.map((value) => ({ value })),
            { operator: ">", threshold },
          );
          fc.pre(needed !== null && new Set(values).size > 1);
          expect(decides(values, needed ?? 0, threshold)).toBe(true);
          expect(decides(values, (needed ?? 0) - 1, threshold)).toBe(false);
        },
      ),
    );
  });

  it("counts on the t of that many cases where a run is compared with its baseline", () => {
    const gates = { conditions: ["no-worse 0.05 match"], by: "bound" } as const;
    const [gate] = evaluateGates({
      run: aTable([[0.5], [0.6], [0.7]]),
      baseline: aTable([[0.5], [0.5], [0.5]]),
      gates,
    });
    // 0.1 ± t(m − 1) · 0.1 / √m reaches −0.05 at five: 2.776 · 0.1 / √5 = 0.124
    expect(gate).toMatchObject({ outcome: "undecided", needed: 5 });
  });
});

describe("how many cases a gate needs where they come in clusters", () => {
  /** So many times the same scores, in clusters of their own each time. */
  const repeated = (scores: readonly number[], clusters: number, times: number) =>
    aTable(
      Array.from({ length: scores.length * times }, (_, at) => [scores[at % scores.length]]),
      {
        cluster: (at) =>
          `${Math.floor(at / scores.length)} ${(at % scores.length) % Math.min(clusters, scores.length)}`,
      },
    );
  const condition = fc.constantFrom(
    "pass-rate > 0.8",
    "pass-rate < 0.3",
    "match > 0.7",
    "match < 0.4",
  );
  const scores = fc.array(fc.constantFrom(0, 0.2, 0.6, 1, 1), { minLength: 2, maxLength: 12 });
  const ask = (run: ReturnType<typeof aTable>, text: string) =>
    evaluateGates({ run, gates: { conditions: [text], by: "bound" } })[0];

  it("is enough when more clusters come out like these", () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 2, max: 5 }), condition, (values, clusters, text) => {
        const { outcome, needed } = ask(repeated(values, clusters, 1), text) ?? {};
        fc.pre(outcome === "undecided" && typeof needed === "number" && needed < 5000);
        const times = Math.ceil((1.06 * (needed ?? 0)) / values.length) + 1;
        expect(ask(repeated(values, clusters, times), text)?.outcome).not.toBe("undecided");
      }),
    );
  });

  it("is no number where all are of one cluster", () => {
    for (const text of ["pass-rate > 0.5", "match > 0.5"]) {
      const run = repeated(new Array(30).fill(1), 1, 1);
      expect(ask(run, text)).toMatchObject({ outcome: "undecided", needed: null });
    }
  });

  it("counts on the clusters that so many cases are in where a run is compared", () => {
    const values = [0, 1, 1, 0.6, 1, 0.2, 1, 1];
    const baseline = (times: number) => repeated([0, 0.6, 1, 0.6, 1, 0.2, 1, 1], 2, times);
    const no = (times: number) =>
      evaluateGates({
        run: repeated(values, 2, times),
        baseline: baseline(times),
        gates: { conditions: ["no-worse 0.05 match"], by: "bound" },
      })[0];
    const { needed } = no(1) ?? {};
    expect(needed).toBeLessThanOrEqual(48);
    expect(no(Math.ceil((needed ?? 0) / 8))?.outcome).toBe("met");
  });
});

describe("cases that a run lost", () => {
  it("leave no-worse the same in whichever order the baseline has them", () => {
    const baseline = aTable([...Array.from({ length: 40 }, () => [1]), [0.5], [1], [0], [0.9]]);
    const whole = aTable(Array.from({ length: 40 }, () => [1]));
    const run = { ...whole, notRun: 2 };
    const gates = { conditions: ["no-worse 0.1", "no-worse 0.1 match"], by: "bound" } as const;
    const turned = { ...baseline, cases: baseline.cases.toReversed() };

    expect(evaluateGates({ run, baseline: turned, gates })).toEqual(
      evaluateGates({ run, baseline, gates }),
    );
  });
});
