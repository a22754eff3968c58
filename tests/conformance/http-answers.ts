import { expect } from "vitest";

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const present = 1_700_000_000;

/** An answer with everything volatile replaced, and lists in the order of the vectors. */
export function normalized(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replace(uuid, "<uuid>").replace(/_1[7-9]\d{8}(\.\d+)?$/, "_<time>");
  }
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value === "number") return value > present && value < 2 * present ? "<time>" : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, normalized(each)]));
}

/** By what lists whose order is chance are sorted. */
function sortKey(value: unknown): string {
  const { evalId } = (value ?? {}) as { evalId?: unknown };
  return typeof evalId === "string" ? evalId : JSON.stringify(value);
}

const anyOrder = new Set(["runEvalResults", "evalCaseResults", "evalResultIds"]);

/**
 * Equal, but for what the vectors leave open: texts, seconds, lists of mistakes, declarations, sessions. Where pages ask,
 * they are told more, since they break without it.
 */
export function expectAnswer(actual: unknown, expected: unknown, what: string): void {
  const answer = matched(actual, expected, "");
  const isForPage = /\/(evals|eval_results)\/[^/]+$/.test(what);
  if (isForPage) expect({ what, answer }).toMatchObject({ what, answer: expected as object });
  else expect({ what, answer }).toEqual({ what, answer: expected });
}

/** The expected value itself where the actual one may stand for it, so that a difference is shown where it is. */
function matched(actual: unknown, expected: unknown, key: string): unknown {
  if (typeof expected === "string" && /^<\w+>$/.test(expected)) {
    return isMeant(actual, expected) ? expected : actual;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const isSorted = anyOrder.has(key) || (key === "" && expected.some(isResult));
    const own = isSorted ? sorted(actual) : actual;
    const wanted = isSorted ? sorted(expected) : expected;
    return own.map((each, place) => matched(each, wanted[place], ""));
  }
  if (isRecord(expected) && isRecord(actual)) return matchedFields(actual, expected);
  return actual;
}

function matchedFields(
  actual: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.entries(actual).map(([key, each]) => {
    return [key, key in expected ? matched(each, expected[key], key) : each] as const;
  });
  // what nobody measured is left out, and never said to be 0
  const unmeasured = Object.entries(expected).filter(
    ([key, each]) => each === "<seconds>" && !(key in actual),
  );
  return Object.fromEntries([...fields, ...unmeasured]);
}

function isMeant(actual: unknown, expected: string): boolean {
  switch (expected) {
    case "<text>":
      return typeof actual === "string" && actual !== "";
    case "<seconds>":
      return typeof actual === "number" && actual >= 0;
    case "<list>":
      return Array.isArray(actual) && actual.length > 0;
    case "<session>":
      return isRecord(actual) && Array.isArray(actual.events);
    default:
      return expected === "<any>" || actual === expected;
  }
}

function sorted(values: readonly unknown[]): readonly unknown[] {
  return values.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)));
}

function isResult(value: unknown): boolean {
  return isRecord(value) && "evalId" in value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
