import type { ArgMatcher } from "../../../core/case-settings.ts";
import { exactNumber, hasValue, pythonEquals } from "../../../core/json/python-equality.ts";
import type { ReasonCode } from "../../../core/verdict.ts";
import { boundedRegex, checkPattern } from "../../bounded-regex.ts";
import { maximumMatching } from "./maximum-matching.ts";
import type { Meanings } from "./meanings.ts";

/** A matcher of one argument, ready to be asked. */
export interface ArgumentTest {
  readonly matcher: ArgMatcher;
  /** `written` is what the expected call has there. Throws an `UnusableMatcher` when it cannot say. */
  holds(value: unknown, written?: unknown): boolean;
  /** Whether only a judge could tell, and none has. */
  isOpen?(value: unknown, written?: unknown): boolean;
}

/** Which argument it is, and who knows what texts mean. */
export interface TestedArgument {
  readonly tool: string;
  readonly argument: string;
  readonly meanings: Meanings | undefined;
}

/** A pattern that is none or took too long, a judge who cannot say: nothing can be said about the argument. */
export class UnusableMatcher extends Error {
  override readonly name = "UnusableMatcher";
  readonly reason: ReasonCode;

  constructor(reason: ReasonCode, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function argumentTest(matcher: ArgMatcher, argument: TestedArgument): ArgumentTest {
  if ("semantic" in matcher) return { matcher, ...meaningTest(matcher.semantic, argument) };
  return { matcher, holds: testOf(matcher) };
}

/** What is equal means the same; only for the rest is anybody asked. */
function meaningTest(
  semantic: true | string,
  { tool, argument, meanings }: TestedArgument,
): Omit<ArgumentTest, "matcher"> {
  const wantedBy = (written: unknown) => (semantic === true ? written : semantic);
  const pairOf = (wanted: unknown, value: unknown) => ({
    tool,
    argument,
    wanted: textOf(wanted),
    given: textOf(value),
  });
  return {
    holds(value, written) {
      const wanted = wantedBy(written);
      if (wanted === undefined) return false;
      if (pythonEquals(wanted, value)) return true;
      if (meanings === undefined) {
        throw new UnusableMatcher(
          "judge-error",
          `${argument} of ${tool} is compared by meaning, and no judge can be asked here.`,
        );
      }
      return meanings.areSame(pairOf(wanted, value));
    },
    isOpen(value, written) {
      const wanted = wantedBy(written);
      if (wanted === undefined || pythonEquals(wanted, value)) return false;
      return meanings?.isOpen(pairOf(wanted, value)) === true;
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type PlainMatcher = Exclude<ArgMatcher, { readonly semantic: unknown }>;

function testOf(matcher: PlainMatcher): (value: unknown) => boolean {
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
