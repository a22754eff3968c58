import { isDeepStrictEqual } from "node:util";
import type { OutputUnit, Schema, ValidationResult } from "@cfworker/json-schema";
import { type JsonPath, pathText, shown } from "../../../core/schema/parse-context.ts";
import { pointerSteps, resolvePointer } from "./resolve-pointer.ts";

interface Checked {
  /** What references point into. */
  readonly root: Schema | boolean;
  /** What the value was checked against: the root, or a part of it. */
  readonly base: Schema | boolean;
  readonly value: unknown;
  readonly check: (part: unknown, by: Schema | boolean) => ValidationResult;
}

/** One violation: the keyword, what stands under it, and the part of the answer it was checked against. */
interface Violation {
  readonly keyword: string;
  readonly schema: Schema;
  readonly rule: unknown;
  readonly part: unknown;
  readonly path: JsonPath;
  readonly place: string;
  readonly fits: (part: unknown, by: Schema | boolean) => boolean;
}

/** The first violation of a list in which every schema stands before the schemas within it. */
export function violationSentence(errors: readonly OutputUnit[], checked: Checked): string {
  const [first, ...inner] = errors as readonly [OutputUnit, ...OutputUnit[]];
  const error = tooFewAfter(first, inner) ?? first;
  const about = violationOf(error, checked);
  const next = () => violationSentence(inner, checked);
  switch (error.keyword) {
    case "$ref":
    case "allOf":
    case "if":
    case "items":
    case "prefixItems":
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
      return next();
    case "additionalProperties":
      if (about.rule !== false) return next();
      return `${about.place} has a key "${lastStep(inner[0])}", which is not allowed.`;
    case "propertyNames":
      return nameSentence(about, lastStep(inner[0]), checked);
    case "anyOf":
    case "oneOf":
      return formsSentence(about, next);
    case "false":
      return `${placeOf(pathOf(error.instanceLocation, checked.value))} is not allowed.`;
    default:
      return sentences[error.keyword]?.(about) ?? `${about.place} breaks "${error.keyword}".`;
  }
}

/** Items that do not fit are reported before their count, which is what was asked for. */
function tooFewAfter(first: OutputUnit, others: readonly OutputUnit[]): OutputUnit | undefined {
  return others.findLast(
    ({ keyword, keywordLocation, instanceLocation }) =>
      keyword === "minContains" &&
      first.keywordLocation.startsWith(keywordLocation.replace(/minContains$/, "contains")) &&
      first.instanceLocation.startsWith(instanceLocation),
  );
}

function violationOf({ keyword, keywordLocation, instanceLocation }: OutputUnit, about: Checked) {
  const { value, check } = about;
  const path = pathOf(instanceLocation, value);
  const schema = schemaAt(about, pointerSteps(keywordLocation).slice(0, -1)) as Schema;
  const violation: Violation = {
    keyword,
    schema,
    rule: typeof schema === "object" && schema !== null ? schema[keyword] : undefined,
    part: valueAt(value, path),
    path,
    place: placeOf(path),
    fits: (part, by) => check(part, by).valid,
  };
  return violation;
}

/** The way through a schema as the validator reports it: where it meets a reference, the way goes on at its target. */
function schemaAt({ root, base }: Checked, steps: readonly string[]): unknown {
  let found: unknown = base;
  for (const step of steps) {
    const next = (found as Readonly<Record<string, unknown>> | undefined)?.[step];
    found = step === "$ref" && typeof next === "string" ? resolvePointer(root, next) : next;
  }
  return found;
}

function pathOf(pointer: string, value: unknown): JsonPath {
  let part = value;
  return pointerSteps(pointer).map((step) => {
    const key = Array.isArray(part) ? Number(step) : step;
    part = (part as Readonly<Record<string | number, unknown>> | undefined)?.[key];
    return key;
  });
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}

function lastStep(error: OutputUnit | undefined): string {
  return pointerSteps(error?.instanceLocation ?? "#").at(-1) ?? "";
}

function placeOf(path: JsonPath): string {
  return path.length === 0 ? "The answer" : pathText(path);
}

/** A name is a text of its own, so it is checked against its schema once more, as one. */
function nameSentence({ rule }: Violation, name: string, { root, check }: Checked): string {
  const by = rule as Schema | boolean;
  if (typeof by === "boolean") return `The key "${name}" is not allowed.`;
  const whole = violationSentence(check(name, by).errors, { root, base: by, value: name, check });
  return whole.replace(/^The answer/, () => `The key "${name}"`);
}

function formsSentence({ schema, keyword, part, place, fits }: Violation, first: () => string) {
  const forms = schema[keyword] as readonly (Schema | boolean)[];
  const fitting = forms.filter((form) => fits(part, form)).length;
  if (fitting > 1) return `${place} fits ${fitting} forms; exactly one was expected.`;
  if (forms.length === 1) return first();
  return `${place} fits none of ${forms.length} forms. The first: ${first()}`;
}

type Say = (violation: Violation) => string;

const sentences: Readonly<Record<string, Say>> = {
  type: ({ rule, part, place }) => {
    const types = (Array.isArray(rule) ? rule : [rule]) as readonly string[];
    const wanted = types.map((type) => CALLED[type] ?? type).join(" or ");
    return `${place} is ${shown(part)}; ${wanted} was expected.`;
  },
  enum: ({ rule, part, place }) =>
    `${place} is ${shown(part)}; one of ${(rule as unknown[]).map(shown).join(", ")} was expected.`,
  const: ({ rule, part, place }) => `${place} is ${shown(part)}; ${shown(rule)} was expected.`,
  not: ({ place }) => `${place} fits a form that is ruled out.`,
  minimum: bound("at least"),
  maximum: bound("at most"),
  exclusiveMinimum: bound("more than"),
  exclusiveMaximum: bound("less than"),
  multipleOf: bound("a multiple of"),
  minLength: amount("characters", "at least"),
  maxLength: amount("characters", "at most"),
  minItems: amount("items", "at least"),
  maxItems: amount("items", "at most"),
  minProperties: amount("keys", "at least"),
  maxProperties: amount("keys", "at most"),
  contains: fittingItems("at least"),
  minContains: fittingItems("at least"),
  maxContains: fittingItems("at most"),
  pattern: ({ rule, part, place }) => `${place} is ${shown(part)}, which does not match ${rule}.`,
  format: ({ rule, part, place }) => `${place} is ${shown(part)}, which is not of format ${rule}.`,
  uniqueItems: ({ part, path }) => {
    const items = part as readonly unknown[];
    const twice = items.findIndex((item, index) =>
      items.slice(0, index).some((before) => isDeepStrictEqual(before, item)),
    );
    return `${path.length === 0 ? "Item " : ""}${pathText([...path, twice])} stands there twice.`;
  },
  required: ({ rule, part, place }) => `${place} has no "${missing(rule, part)}".`,
  dependentRequired: ({ schema, part, place }) => {
    const rules = Object.entries(schema.dependentRequired ?? {});
    const [key = "", needed = []] =
      rules.find(([each, keys]) => isOwn(part, each) && missing(keys, part) !== undefined) ?? [];
    return `${place} has "${key}" and so needs "${missing(needed, part)}".`;
  },
};

const CALLED: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

function bound(words: string): Say {
  return ({ rule, part, place }) => `${place} is ${part}; ${words} ${rule} was expected.`;
}

function amount(what: string, words: string): Say {
  return ({ rule, part, place }) =>
    `${place} has ${sizeOf(part)} ${what}; ${words} ${rule} were expected.`;
}

/** Of a text, its characters as the standard counts them. */
function sizeOf(part: unknown): number {
  if (typeof part === "string") return [...part].length;
  return Object.keys(part as object).length;
}

function fittingItems(words: string): Say {
  return ({ keyword, schema, part, place, fits }) => {
    const { contains = true, minContains = 1, maxContains } = schema;
    const count = (part as readonly unknown[]).filter((item) => fits(item, contains)).length;
    const wanted = keyword === "maxContains" ? maxContains : minContains;
    return `${place} has ${count} fitting items; ${words} ${wanted} were expected.`;
  };
}

function isOwn(part: unknown, key: string): boolean {
  return Object.hasOwn(part as object, key);
}

function missing(keys: unknown, part: unknown): string | undefined {
  return (keys as readonly string[]).find((key) => !isOwn(part, key));
}
