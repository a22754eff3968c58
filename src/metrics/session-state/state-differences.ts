import { hasValue, pythonEquals } from "../../core/json/python-equality.ts";
import { isObject } from "../../core/schema/parse-context.ts";

/** Where a state is another than expected, a sentence each. Objects are compared key by key, all else as a whole. */
export function stateDifferences(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  mode: "subset" | "exact",
  within = "",
): readonly string[] {
  return [
    ...Object.entries(expected).flatMap(([key, wanted]) => {
      const given = hasValue(actual, key) ? actual[key] : undefined;
      return valueDifferences(`${within}${key}`, wanted, given, mode);
    }),
    ...(mode === "exact" ? surplus(expected, actual, within) : []),
  ];
}

function valueDifferences(
  path: string,
  wanted: unknown,
  given: unknown,
  mode: "subset" | "exact",
): readonly string[] {
  if (isObject(wanted) && isObject(given)) return stateDifferences(wanted, given, mode, `${path}.`);
  if (given === undefined) return [`${path} is missing; ${brief(wanted)} was expected.`];
  if (pythonEquals(wanted, given)) return [];
  return [`${path} is ${brief(given)} where ${brief(wanted)} was expected.`];
}

function surplus(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  within: string,
): readonly string[] {
  return Object.entries(actual)
    .filter(([key, given]) => given !== undefined && !hasValue(expected, key))
    .map(([key, given]) => `${within}${key} is ${brief(given)}, which nobody expected.`);
}

const LONGEST_SHOWN = 60;

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
