import { expect, test } from "vitest";
import { clopperPearson } from "../rates/clopper-pearson.ts";
import { driftOf } from "./drift.ts";
import { eValue } from "./e-value.ts";

const run = (passed: number, failed: number) => ({ passed, failed, notEvaluated: 0 });

test("a set whose rate stays is left alone, one that falls is called with the run it fell at", () => {
  const steady = Array.from({ length: 30 }, (_, i) => run(88 + (i % 5), 12 - (i % 5)));
  expect(driftOf(steady)).toMatchObject({ direction: null, calledAt: null, since: null });
  const fallen = [...steady.slice(0, 10), run(70, 30), run(68, 32), run(71, 29), run(66, 34)];
  const drift = driftOf(fallen);
  expect(drift).toMatchObject({ direction: "down", since: 10 });
  expect(drift?.calledAt).toBeLessThanOrEqual(12);
  expect(drift?.evidence).toBeGreaterThanOrEqual(40);
  expect(driftOf([run(50, 50), run(90, 10)])).toMatchObject({ direction: "up", calledAt: 1 });
});

test("the evidence is the least that any rate the first run allows leaves, with half of the alarms for that run", () => {
  const allowed = clopperPearson(18, 20, { confidence: 0.975 }) ?? [0, 1];
  const rates = Array.from(
    { length: 20_001 },
    (_, at) => allowed[0] + (at / 20_000) * (allowed[1] - allowed[0]),
  );
  // one bet on the second run, and one half kept for those to come
  const least = Math.min(...rates.map((rate) => (eValue(8, 12, rate) + 1) / 2));
  expect(driftOf([run(18, 2), run(8, 12)])?.evidence).toBeCloseTo(least, 4);
});

test("a first run of nothing or of one tells no drift", () => {
  expect(driftOf([])).toBeNull();
  expect(driftOf([run(0, 0), run(5, 5)])).toBeNull();
  expect(driftOf([run(1, 0), run(5, 5)])).toBeNull();
  expect(driftOf([run(0, 10), run(0, 10)])).toMatchObject({ calledAt: null });
  expect(driftOf([run(10, 0)])).toMatchObject({ evidence: 1, calledAt: null });
});
