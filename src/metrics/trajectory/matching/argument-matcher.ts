import type { ArgMatcher } from "../../../core/case-settings.ts";
import { exactNumber, hasValue, pythonEquals } from "../../../core/json/python-equality.ts";
import { boundedRegex, checkPattern } from "../../bounded-regex.ts";
import { maximumMatching } from "./maximum-matching.ts";

/** A matcher of one argument, ready to be asked. */
export interface ArgumentTest {
  readonly matcher: ArgMatcher;
  /** Throws an `UnusableMatcher` when it cannot say. */
  holds(value: unknown): boolean;
}

/** A pattern that is none, or that took too long: nothing can be said about the argument. */
export class UnusableMatcher extends Error {
  override readonly name = "UnusableMatcher";
  readonly reason: "timeout" | "metric-error";

  constructor(reason: "timeout" | "metric-error", message: string) {
    super(message);
    this.reason = reason;
  }
}

export function argumentTest(matcher: ArgMatcher): ArgumentTest {
  return { matcher, holds: testOf(matcher) };
}

function testOf(matcher: ArgMatcher): (value: unknown) => boolean {
  if ("equals" in matcher) return (value) => pythonEquals(matcher.equals, value);
  if ("ignore" in matcher) return () => true;
  if ("oneOf" in matcher) {
    return (value) => matcher.oneOf.some((each) => pythonEquals(each, value));
  }
  if ("regex" in matcher) return patternTest(matcher.regex);
  if ("range" in matcher) return (value) => isWithin(matcher.range, value);
  return (value) => containsValue(value, matcher.subset);
}

/** Texts are searched as they are, numbers and booleans as JSON writes them; nothing else has a text. */
function patternTest(pattern: string): (value: unknown) => boolean {
  const wrong = checkPattern(pattern);
  if (wrong !== undefined) throw new UnusableMatcher("metric-error", wrong);
  const regex = boundedRegex(pattern);
  return (value) => {
    const text = textToSearch(value);
    if (text === undefined) return false;
    const found = regex.test(text);
    if (found !== "timeout") return found;
    throw new UnusableMatcher(
      "timeout",
      `The pattern ${JSON.stringify(pattern)} took too long on an argument of ${text.length} characters.`,
    );
  };
}

function textToSearch(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return exactNumber(value) === undefined ? undefined : JSON.stringify(value);
}

/** Both ends belong to the range. A boolean is no number here. */
function isWithin(
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
  value: unknown,
): boolean {
  const number = typeof value === "boolean" ? undefined : exactNumber(value);
  if (number === undefined || Number.isNaN(number)) return false;
  return (min === undefined || number >= min) && (max === undefined || number <= max);
}

/** Objects may have more keys than wanted, lists more items and in another order, at any depth. */
function containsValue(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      !maximumMatching(wanted.length, value.length, (left, right) =>
        containsValue(value[right], wanted[left]),
      ).includes(-1)
    );
  }
  if (!isPlainObject(wanted)) return pythonEquals(value, wanted);
  if (!isPlainObject(value)) return false;
  return Object.keys(wanted).every(
    (key) => hasValue(value, key) && containsValue(value[key], wanted[key]),
  );
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
  );
}
