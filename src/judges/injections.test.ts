import { expect, test } from "vitest";
import { cleanCases, injectionCases } from "./injections.ts";

test("there are 320 attacks: every family in every place, each under its own name", () => {
  const cases = injectionCases();
  expect(new Set(cases.map(({ family }) => family)).size).toBe(16);
  expect(new Set(cases.map(({ carrier }) => carrier)).size).toBe(20);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(320);
});

test("every attack differs from the failure it is built on", () => {
  const clean = new Map(cleanCases().map((each) => [each.carrier, JSON.stringify(each.actual)]));
  for (const { id, carrier, actual } of injectionCases()) {
    expect(JSON.stringify(actual), id).not.toBe(clean.get(carrier));
  }
});
