import { expect, test } from "vitest";
import { aRunSet, aRunStart } from "../../testing/builders.ts";
import { checkDecide } from "./check-decide.ts";

const metrics = [
  { name: "match", version: 1, direction: "higher", range: { min: 0, max: 1 } },
  { name: "tokens", version: 1, direction: "lower", range: { min: 0 } },
] as const;

function notesOf(conditions: readonly string[], by: "bound" | "point" = "bound") {
  const sets = [aRunSet({ config: { metrics } })];
  return checkDecide({ about: aRunStart({ sets, gates: { conditions, by } }).about, sets: [] });
}

test.each([
  "latency-p95 < 3",
  "agent-pass-rate > 0.9",
  "tokens < 500",
  "match >= 1",
  "cost > 1",
  "no-worse 9 tokens",
])("that %s can only be told at the end is said before anything is paid for", (gate) => {
  expect(notesOf([gate])).toEqual([
    `The gate "${gate}" can only be told at the end, so the run does not end early.`,
  ]);
  expect(notesOf([gate, "pass-rate > 0.9"])).toEqual([
    expect.stringMatching(/so the run ends early only when another one is not met\.$/),
  ]);
});

test.each([
  "pass-rate > 0.9",
  "match > 0.8",
  "pass^2 > 0.5",
  "cost < 2",
  "no-worse 0.02",
  "no-worse 0.1 match",
])("%s may be told on the way", (gate) => {
  expect(notesOf([gate])).toEqual([]);
});

test("what is never decided is refused", () => {
  expect(() => notesOf([])).toThrow("--decide needs a gate");
  expect(() => notesOf(["pass-rate > 0.9"], "point")).toThrow("do not go together");
});
