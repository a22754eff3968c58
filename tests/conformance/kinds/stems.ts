import { expect } from "vitest";
import { rougeTokens } from "../../../src/metrics/response/rouge-tokens.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

export const checks: ConformanceKind = {
  inputs: ["words"],
  hold(vector) {
    const { words } = vector.input as unknown as { words: readonly string[] };
    expect(words.map((word) => rougeTokens(word).join(" "))).toEqual(outcomeOf(vector).stems);
  },
};
