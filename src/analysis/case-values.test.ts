import { describe, expect, it } from "vitest";
import { aTable } from "../testing/table-builders.ts";
import { compareRuns } from "./compare/compare-runs.ts";

const many = <T>(value: T): readonly T[] => Array.from({ length: 20 }, () => value);

describe("the mean of a case's trials", () => {
  it("is no different where the same scores came in another order", () => {
    const [match] = compareRuns(aTable(many([0.1, 0.2, 0.3])), aTable(many([0.3, 0.2, 0.1])), {
      metric: "match",
    }).metrics;

    expect(match).toMatchObject({ wins: 0, losses: 0, ties: 20, verdict: "too-few" });
  });

  it("is the score itself where all trials have the same, however many there are", () => {
    const compared = compareRuns(aTable(many([0.1])), aTable(many([0.1, 0.1, 0.1])), {
      metric: "match",
    });

    expect(compared.metrics[0]).toMatchObject({ wins: 0, losses: 0, ties: 20 });
    expect(compared.verdict).toBe("too-few");
  });
});
