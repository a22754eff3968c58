import { expect, test } from "vitest";
import type { FailureCluster, FailureClusters } from "../../analysis/clusters/failure-clusters.ts";
import { wilson } from "../../statistics/rates/wilson.ts";
import { paint } from "../text/paint.ts";
import { safeText } from "../text/safe-text.ts";
import { widthOf } from "../text/text-width.ts";
import { clusterLines } from "./cluster-lines.ts";

function aCluster(count: number, changes: Partial<FailureCluster> = {}): FailureCluster {
  const cases = Array.from({ length: count }, (_, at) => ({
    evalSetId: "set",
    evalId: `room ${at}`,
    trials: ["failed"] as const,
    fault: "agent" as const,
    evidence: "",
  }));
  const example = { evalSetId: "set", evalId: "room 0", trial: 0, turn: 0, why: "It differs." };
  return {
    name: "look never called",
    kind: "missing",
    status: "failed",
    count,
    cases,
    example,
    ...changes,
  };
}

function drawn(clusters: readonly FailureCluster[], changes: Partial<FailureClusters> = {}) {
  const faults = { agent: 2, "user-simulator": 0, environment: 0, judge: 1, infrastructure: 0 };
  const found: FailureClusters = {
    schemaVersion: 1,
    runId: "20261101-000000-4c1e9a",
    startedAt: "",
    agent: "lights",
    totals: { cases: 20, passed: 10, failed: 2, notEvaluated: 8, flaky: 0, notRun: 5 },
    passRate: { passed: 10, of: 12, interval: wilson(10, 12), clusters: null },
    sentence: "2 of 2 failures share one cause.",
    faults: { ...faults, "eval-set": 0 },
    clusters,
    ...changes,
  };
  return clusterLines(found, {
    say: safeText([]),
    paint: paint(false),
    columns: 80,
    nameOf: () => "4c1e",
  });
}

test("a cluster is told of how many, with its cases, an example and whose doing it was", () => {
  const judged = aCluster(1, { name: "response: the judge refused", status: "not-evaluated" });
  const cases = judged.cases.map(
    (each) => ({ ...each, fault: "judge", evidence: "It refused." }) as const,
  );
  expect(drawn([aCluster(2), { ...judged, cases }]).join("\n")).toMatchInlineSnapshot(`
    "
      lights · run 20261101-000000-4c1e9a · 83 % of 12 (55 to 95 %)

      2 of 2 failures share one cause.
      1 of 3 was not the agent's doing: the judge.

      ✗ 2 of 2: look never called
          room 0
          room 1
        for example room 0, turn 1
        why    It differs.

      – 1 of 3 not evaluated: response: the judge refused
          room 0
        for example room 0, turn 1
        why    It differs.
        fault  Not the agent's: the judge. It refused.

      Look closer:  assay runs show 4c1e --case 'room 0'
    "
  `);
});

test("many cases are counted, and no line is longer than the terminal", () => {
  const lines = drawn([aCluster(14, { name: "a ".repeat(80) })]);
  expect(lines.filter((line) => /^ {6}room/.test(line))).toHaveLength(10);
  expect(lines).toContain("      and 4 more");
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
});

test("the id of an example gives way to the turn that it shows", () => {
  const [cluster] = [aCluster(1)];
  const example = { ...cluster.example, evalId: "a_very_long_name_".repeat(6) };
  const line = drawn([{ ...cluster, example }]).find((each) => each.includes("for example"));
  expect(line).toMatch(/^ {4}for example a_very.*…, turn 1$/);
  expect(widthOf(line ?? "")).toBeLessThanOrEqual(80);
});

test("where nothing failed there is nothing to look at", () => {
  expect(drawn([]).join("\n")).not.toContain("Look closer");
});
