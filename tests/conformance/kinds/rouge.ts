import { expect } from "vitest";
import { rouge1 } from "../../../src/metrics/response/rouge.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

export const checks: ConformanceKind = {
  inputs: ["reference", "candidate"],
  hold(vector) {
    const { reference, candidate } = vector.input as unknown as Record<string, string>;
    const wanted = outcomeOf(vector) as unknown as Record<string, number>;
    const given = rouge1(reference ?? "", candidate ?? "");
    for (const figure of ["precision", "recall", "fmeasure"] as const) {
      expect(Math.abs(given[figure] - (wanted[figure] ?? Number.NaN)), figure).toBeLessThan(1e-12);
    }
  },
};
