import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { passAtK, passHatK, wilson } from "../../src/core/statistics.ts";
import { near } from "./near.ts";

const file = resolve(import.meta.dirname, "../../../shared/spec/statistics-vectors.json");
const vectors = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, { in: never; out: never }>)
  : {};

interface ChanceVector {
  readonly in: { readonly rows: readonly [trials: number, passed: number, k: number][] };
  readonly out: readonly (number | null)[];
}

const intervals = Object.entries(vectors).filter(([name]) => /^wilson_\d/.test(name));

test.skipIf(intervals.length === 0)("Wilson's interval holds its vectors", () => {
  for (const [, vector] of intervals) {
    const { k, n } = vector.in as { k: number; n: number };
    expect(wilson(k, n) ?? null).toEqual(near(vector.out));
  }
});

test.skipIf(vectors.pass_at_k === undefined)("pass@k and pass^k hold their vectors", () => {
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
