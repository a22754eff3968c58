import { isDeepStrictEqual } from "node:util";
import { isObject, shown } from "../core/shape.ts";
import { type KeywordCheck, placeOf } from "./json-schema-place.ts";

/** Keywords about a value as a whole, about numbers and about texts. */
export const valueChecks: Readonly<Record<string, KeywordCheck>> = {
  type(rule, value, { path }) {
    const types = (Array.isArray(rule) ? rule : [rule]) as readonly string[];
    if (types.some((type) => isOfType(value, type))) return undefined;
    const wanted = types.map((type) => CALLED[type] ?? type).join(" or ");
    return `${placeOf(path)} is ${shown(value)}; ${wanted} was expected.`;
  },
  enum(rule, value, { path }) {
    const allowed = rule as readonly unknown[];
    if (allowed.some((each) => isDeepStrictEqual(each, value))) return undefined;
    return `${placeOf(path)} is ${shown(value)}; one of ${allowed.map(shown).join(", ")} was expected.`;
  },
  const(rule, value, { path }) {
    if (isDeepStrictEqual(rule, value)) return undefined;
    return `${placeOf(path)} is ${shown(value)}; ${shown(rule)} was expected.`;
  },
  minimum: forNumbers((value, rule) => value >= rule, "at least"),
  maximum: forNumbers((value, rule) => value <= rule, "at most"),
  exclusiveMinimum: forNumbers((value, rule) => value > rule, "more than"),
  exclusiveMaximum: forNumbers((value, rule) => value < rule, "less than"),
  multipleOf: forNumbers(isMultiple, "a multiple of"),
  minLength: forLengths((length, rule) => length >= rule, "at least"),
  maxLength: forLengths((length, rule) => length <= rule, "at most"),
  pattern(rule, value, { path, matches }) {
    if (typeof value !== "string" || matches(rule as string, value)) return undefined;
    return `${placeOf(path)} is ${shown(value)}, which does not match ${rule}.`;
  },
};

const CALLED: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a text",
};

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      // what is left, texts, numbers and booleans, has typeof's own names
      return typeof value === type;
  }
}

function forNumbers(holds: (value: number, rule: number) => boolean, words: string): KeywordCheck {
  return (rule, value, { path }) => {
    if (typeof value !== "number" || holds(value, rule as number)) return undefined;
    return `${placeOf(path)} is ${value}; ${words} ${rule} was expected.`;
  };
}

/** 0.3 is a multiple of 0.1, though their doubles do not divide evenly. */
function isMultiple(value: number, rule: number): boolean {
  const quotient = value / rule;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function forLengths(holds: (length: number, rule: number) => boolean, words: string): KeywordCheck {
  return (rule, value, { path }) => {
    if (typeof value !== "string") return undefined;
    const length = [...value].length;
    if (holds(length, rule as number)) return undefined;
    return `${placeOf(path)} has ${length} characters; ${words} ${rule} were expected.`;
  };
}
