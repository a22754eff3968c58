import { expect, test } from "vitest";
import { driftOf } from "./drift.ts";

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

test("a first run of nothing or of one tells no drift", () => {
  expect(driftOf([])).toBeNull();
  expect(driftOf([run(0, 0), run(5, 5)])).toBeNull();
  expect(driftOf([run(1, 0), run(5, 5)])).toBeNull();
  expect(driftOf([run(0, 10), run(0, 10)])).toMatchObject({ calledAt: null });
  expect(driftOf([run(10, 0)])).toMatchObject({ evidence: 1, calledAt: null });
});
