import { expect } from "vitest";
import { errorFromProblems } from "../../src/core/errors.ts";
import { pathText, Reading, type Shape } from "../../src/core/shape.ts";

/** Statuses of the reference under our names. */
export function ours(status: string): string {
  return status.toLowerCase().replace("_", "-");
}

/** Equal to 1e-12; null is no score at all, never zero. */
export function expectScore(score: number | undefined, expected: number | null): void {
  if (expected === null) expect(score).toBeUndefined();
  else expect(Math.abs((score ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-12);
}

/** What a vector holds in ADK's JSON, read by the product's own shape; undefined where it holds nothing. */
export function readShape<T>(shape: Shape<T>, value: unknown): T | undefined {
  if (value === null || value === undefined) return undefined;
  const reading = new Reading();
  const result = shape.read(value, reading);
  if (reading.problems.length === 0) return result;
  throw errorFromProblems(
    "eval-set/invalid",
    reading.problems.map(({ message, path }) => ({ message, place: { path: pathText(path) } })),
  );
}
