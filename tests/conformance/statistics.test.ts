import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { passAtK, passHatK, wilson } from "../../src/statistics/pass-rate.ts";
import { near } from "./near.ts";

const file = join(import.meta.dirname, "statistics-vectors.json");
const vectors: Record<string, { in: never; out: never }> = JSON.parse(readFileSync(file, "utf8"));

interface ChanceVector {
  readonly in: { readonly rows: readonly [trials: number, passed: number, k: number][] };
  readonly out: readonly (number | null)[];
}

const intervals = Object.entries(vectors).filter(([name]) => /^wilson_\d/.test(name));

test("Wilson's interval holds its vectors", () => {
  expect(intervals).not.toEqual([]);
  for (const [, vector] of intervals) {
    const { k, n } = vector.in as { k: number; n: number };
    expect(wilson(k, n) ?? null).toEqual(near(vector.out));
  }
});

test("pass@k and pass^k hold their vectors", () => {
  for (const [name, chance] of [
    ["pass_at_k", passAtK],
    ["pass_hat_k", passHatK],
  ] as const) {
    const vector = vectors[name] as unknown as ChanceVector;
    const ours = vector.in.rows.map((row) => chance(...row) ?? null);
    expect(ours).toEqual(near(vector.out));
  }
});

test("what too few trials cannot tell is not told", () => {
  expect(wilson(1, 1)).toBeUndefined();
  expect(wilson(0, 0)).toBeUndefined();
  expect(passAtK(3, 3, 4)).toBeUndefined();
  expect(passHatK(3, 3, 4)).toBeUndefined();
});
