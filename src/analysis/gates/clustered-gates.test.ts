import { expect, test } from "vitest";
import type { RunTable } from "../../core/folds/run-table.ts";
import { aTable } from "../../testing/table-builders.ts";
import { evaluateGates } from "./evaluate-gates.ts";

function gate(condition: string, run: RunTable, by: "bound" | "point" = "bound") {
  return evaluateGates({ run, gates: { conditions: [condition], by } })[0];
}

test("cases that belong together decide less than their number", () => {
  const statuses = Array.from({ length: 60 }, (_, index) => [index < 54 ? 1 : 0]);
  const alone = aTable(statuses);
  const together = aTable(statuses, { cluster: (index) => `c${Math.floor(index / 20)}` });
  expect(gate("pass-rate > 0.8", alone)?.outcome).toBe("met");
  expect(gate("pass-rate > 0.8", together)?.outcome).toBe("undecided");
  // and never more: what Wilson leaves open stays open
  const even = aTable(
    Array.from({ length: 20 }, (_, index) => [index % 10 === 0 ? 0 : 1]),
    { cluster: (index) => `c${Math.floor(index / 10)}` },
  );
  expect(gate("pass-rate > 0.8", even)).toMatchObject({ outcome: "undecided" });
});

test("what a gate says of cases that belong together is the bound that claims less", () => {
  const all = aTable(
    Array.from({ length: 60 }, () => [1]),
    { cluster: (index) => `c${index % 2}` },
  );
  // two clusters that agree: Wilson of 60 would say 0.957
  expect(gate("pass-rate > 0.1", all)).toMatchObject({ outcome: "met" });
  expect(gate("pass-rate > 0.1", all)?.bound).toBeCloseTo(0.425, 3);
  expect(gate("pass-rate > 0.1", all, "point")?.bound).toBeCloseTo(0.425, 3);
  expect(gate("pass-rate < 0.1", all)?.outcome).toBe("not-met");
  // clusters that are nearly alike by chance tell no more of a mean than their cases alone
  const alike = aTable(
    Array.from({ length: 60 }, (_, index) => [index % 12 < 6 ? 1 : 0]),
    { cluster: (index) => `c${index % 6}` },
  );
  expect(gate("match > 0.45", alike)).toMatchObject({ outcome: "undecided" });
  expect(gate("match > 0.1", alike)?.bound).toBeLessThan(0.4);
});

test("a percentile of cases that belong together is decided by their clusters", () => {
  const latencies = (clusters: number) =>
    aTable(
      Array.from({ length: 120 }, (_, index) => [index < 114 ? 1 : 2]),
      { cluster: (index) => `c${index % clusters}` },
    );
  const asked = (clusters: number) => {
    const run = latencies(clusters);
    const metrics = run.metrics.map((each) => ({ ...each, name: "invocation_duration_v1" }));
    return gate("latency-p80 < 1.5", { ...run, metrics });
  };
  expect(asked(120)).toMatchObject({ outcome: "met", bound: 1 });
  expect(asked(40)).toMatchObject({ outcome: "met", bound: 1 });
  expect(asked(2)).toMatchObject({ outcome: "undecided" });
  expect(asked(1)).toMatchObject({ outcome: "undecided", bound: null, needed: null });
});
