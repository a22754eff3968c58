import { nearest } from "../core/nearest.ts";
import { isObject, type JsonPath, shown } from "../core/shape.ts";
import { checkPattern } from "./bounded-regex.ts";
import { resolvePointer } from "./resolve-pointer.ts";

/** Something in a schema that could not be checked, or means nothing. */
export interface SchemaMistake {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The first mistake in a schema. A keyword that nobody would check is one: it would promise what is not done. */
export function schemaMistake(root: unknown): SchemaMistake | undefined {
  return mistakeIn(root, [], root);
}

/** Every keyword that is known, by the form of what stands under it. */
const KEYWORDS = {
  anything: ["const", "default"],
  boolean: ["deprecated", "readOnly", "uniqueItems", "writeOnly"],
  count: [
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
  ],
  list: ["enum", "examples"],
  number: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"],
  pattern: ["pattern"],
  positive: ["multipleOf"],
  reference: ["$ref"],
  schema: [
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
  ],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  "schemas by name": ["$defs", "definitions", "dependentSchemas", "properties"],
  "schemas by pattern": ["patternProperties"],
  text: [
    "$comment",
    "$id",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "description",
    "format",
    "title",
  ],
  texts: ["required"],
  "texts by name": ["dependentRequired"],
  types: ["type"],
} as const;

type Form = keyof typeof KEYWORDS;

const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries(KEYWORDS).flatMap(([form, keywords]) =>
    keywords.map((keyword) => [keyword, form as Form] as const),
  ),
);

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

function mistakeIn(schema: unknown, path: JsonPath, root: unknown): SchemaMistake | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) {
    return {
      path,
      message: `A schema is ${shown(schema)}; an object, true or false was expected.`,
    };
  }
  for (const [keyword, rule] of Object.entries(schema)) {
    const at = [...path, keyword];
    const form = FORMS.get(keyword);
    const mistake =
      form === undefined ? unknownKeyword(keyword, at) : ruleMistake(form, rule, at, root);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function unknownKeyword(keyword: string, path: JsonPath): SchemaMistake {
  const near = nearest(keyword, FORMS.keys());
  return {
    path,
    message: `The schema keyword "${keyword}" is not checked here.`,
    hint:
      near === undefined
        ? `These are: ${[...FORMS.keys()].join(", ")}.`
        : `Did you mean "${near}"?`,
  };
}

function ruleMistake(
  form: Form,
  rule: unknown,
  path: JsonPath,
  root: unknown,
): SchemaMistake | undefined {
  switch (form) {
    case "schema":
      return mistakeIn(rule, path, root);
    case "schemas":
      if (!Array.isArray(rule) || rule.length === 0) return wrong(path, rule, "a list of schemas");
      return firstOf(rule.entries(), ([index, each]) => mistakeIn(each, [...path, index], root));
    case "schemas by name":
    case "schemas by pattern":
      if (!isObject(rule)) return wrong(path, rule, "an object of schemas");
      return firstOf(Object.entries(rule), ([key, each]) => {
        const broken =
          form === "schemas by pattern" ? patternMistake(key, [...path, key]) : undefined;
        return broken ?? mistakeIn(each, [...path, key], root);
      });
    case "pattern":
      return typeof rule === "string" ? patternMistake(rule, path) : wrong(path, rule, "a text");
    case "reference":
      return referenceMistake(rule, path, root);
    default:
      return plainMistake(form, rule, path);
  }
}

type PlainForm = Exclude<Form, "pattern" | "reference" | `schema${string}`>;

const PLAIN: Readonly<Record<PlainForm, { called: string; fits: (rule: unknown) => boolean }>> = {
  anything: { called: "a value", fits: () => true },
  boolean: { called: "true or false", fits: (rule) => typeof rule === "boolean" },
  count: {
    called: "a whole number from 0",
    fits: (rule) => Number.isInteger(rule) && (rule as number) >= 0,
  },
  list: { called: "a list", fits: Array.isArray },
  number: { called: "a number", fits: (rule) => typeof rule === "number" },
  positive: {
    called: "a number above 0",
    fits: (rule) => typeof rule === "number" && rule > 0,
  },
  text: { called: "a text", fits: (rule) => typeof rule === "string" },
  texts: { called: "a list of texts", fits: areTexts },
  "texts by name": {
    called: "an object of lists of texts",
    fits: (rule) => isObject(rule) && Object.values(rule).every(areTexts),
  },
  types: {
    called: `one of ${TYPES.join(", ")}, or a list of them`,
    fits: (rule) => {
      const types = Array.isArray(rule) ? rule : [rule];
      return types.length > 0 && types.every((type) => TYPES.includes(type));
    },
  },
};

function plainMistake(form: PlainForm, rule: unknown, path: JsonPath): SchemaMistake | undefined {
  const { called, fits } = PLAIN[form];
  return fits(rule) ? undefined : wrong(path, rule, called);
}

function areTexts(rule: unknown): boolean {
  return Array.isArray(rule) && rule.every((each) => typeof each === "string");
}

function wrong(path: JsonPath, rule: unknown, called: string): SchemaMistake {
  const keyword = path.at(-1);
  return { path, message: `"${keyword}" in the schema is ${shown(rule)}; ${called} was expected.` };
}

function patternMistake(pattern: string, path: JsonPath): SchemaMistake | undefined {
  const message = checkPattern(pattern, "u");
  return message === undefined ? undefined : { path, message };
}

function referenceMistake(rule: unknown, path: JsonPath, root: unknown): SchemaMistake | undefined {
  if (typeof rule !== "string") return wrong(path, rule, "a text");
  const target = resolvePointer(root, rule);
  if (isObject(target) || typeof target === "boolean") return undefined;
  return {
    path,
    message: `The reference "${rule}" points at no schema in this one.`,
    hint: 'Write "#/$defs/name", and the schema under "$defs".',
  };
}

function firstOf<T>(
  items: Iterable<T>,
  find: (item: T) => SchemaMistake | undefined,
): SchemaMistake | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
