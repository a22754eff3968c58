import { expect } from "vitest";
import { errorFromProblems } from "../../src/core/errors.ts";
import { ParseContext, pathText, type Schema } from "../../src/core/schema/parse-context.ts";
import type { Status } from "../../src/core/verdict.ts";

const statuses: Readonly<Record<string, Status>> = {
  PASSED: "passed",
  FAILED: "failed",
  NOT_EVALUATED: "not-evaluated",
  INFORMATIONAL: "informational",
};

/** Statuses of the reference under our names; a word that is none of them is a mistake of the vector. */
export function ours(status: unknown): Status {
  const known =
    typeof status === "string" && Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (known === undefined) throw new Error(`${JSON.stringify(status)} is no status`);
  return known;
}

/** Equal to 1e-12; null is no score at all, never zero. */
export function expectScore(score: number | undefined, expected: number | null): void {
  if (expected !== null && typeof expected !== "number") {
    throw new Error(`${JSON.stringify(expected)} is no score`);
  }
  if (expected === null) expect(score).toBeUndefined();
  else expect(Math.abs((score ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-12);
}

/**
 * What a vector holds in ADK's JSON, read by the product's own shape; undefined where it holds nothing.
 * Forms that we read and ADK refuses are refused here too, since the vectors say what ADK makes of them.
 */
export function readShape<T>(
  schema: Schema<T>,
  value: unknown,
  options: { readonly shorthand?: boolean } = {},
): T | undefined {
  if (value === null || value === undefined) return undefined;
  const context = new ParseContext();
  const result = schema.read(value, context);
  const problems = options.shorthand
    ? context.problems
    : [...context.problems, ...context.adkIncompatibilities];
  if (problems.length === 0) return result;
  throw errorFromProblems(
    "eval-set/invalid",
    problems.map(({ message, path }) => ({ message, place: { path: pathText(path) } })),
  );
}
