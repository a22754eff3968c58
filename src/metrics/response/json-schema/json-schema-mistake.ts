import { isObject, type JsonPath, shown } from "../../../core/schema/parse-context.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { checkPattern } from "../../bounded-regex.ts";
import { checkedFormats, type Form, keywordForms } from "./json-schema-keywords.ts";
import { isPointer, pointerSteps } from "./resolve-pointer.ts";

/** Something in a schema that could not be checked, or means nothing. */
export interface SchemaMistake {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The first mistake in a schema. A keyword that nobody would check is one: it would promise what is not done. */
export function schemaMistake(root: unknown): SchemaMistake | undefined {
  const seen: Seen = { places: new Set(), references: [] };
  const mistake = mistakeIn(root, [], seen);
  if (mistake !== undefined) return mistake;
  const lost = seen.references.find(
    ({ reference }) => !isPointer(reference) || !seen.places.has(placeKey(pointerSteps(reference))),
  );
  return lost && referenceMistake(lost);
}

/** Where schemas stand, and what refers to them. */
interface Seen {
  readonly places: Set<string>;
  readonly references: Reference[];
}

interface Reference {
  readonly reference: string;
  readonly path: JsonPath;
}

function placeKey(path: JsonPath): string {
  return JSON.stringify(path.map(String));
}

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

function mistakeIn(schema: unknown, path: JsonPath, seen: Seen): SchemaMistake | undefined {
  seen.places.add(placeKey(path));
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) {
    return {
      path,
      message: `A schema is ${shown(schema)}; an object, true or false was expected.`,
    };
  }
  for (const [keyword, rule] of Object.entries(schema)) {
    const at = [...path, keyword];
    const form = keywordForms.get(keyword);
    const mistake =
      form === undefined ? unknownKeyword(keyword, at) : ruleMistake(form, rule, at, seen);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function unknownKeyword(keyword: string, path: JsonPath): SchemaMistake {
  const near = nearest(keyword, keywordForms.keys());
  return {
    path,
    message: `The schema keyword "${keyword}" is not checked here.`,
    hint:
      near === undefined
        ? `These are: ${[...keywordForms.keys()].join(", ")}.`
        : `Did you mean "${near}"?`,
  };
}

function ruleMistake(
  form: Form,
  rule: unknown,
  path: JsonPath,
  seen: Seen,
): SchemaMistake | undefined {
  switch (form) {
    case "schema":
      return mistakeIn(rule, path, seen);
    case "schemas":
      if (!Array.isArray(rule) || rule.length === 0)
        return wrong(path, rule, "an array of schemas");
      return firstOf(rule.entries(), ([index, each]) => mistakeIn(each, [...path, index], seen));
    case "schemas by name":
    case "schemas by pattern":
      if (!isObject(rule)) return wrong(path, rule, "an object of schemas");
      return firstOf(Object.entries(rule), ([key, each]) => {
        const broken =
          form === "schemas by pattern" ? patternMistake(key, [...path, key]) : undefined;
        return broken ?? mistakeIn(each, [...path, key], seen);
      });
    case "pattern":
      return typeof rule === "string" ? patternMistake(rule, path) : wrong(path, rule, "a string");
    case "reference":
      if (typeof rule !== "string") return wrong(path, rule, "a string");
      seen.references.push({ reference: rule, path });
      return undefined;
    case "format":
      return typeof rule === "string" ? formatMistake(rule, path) : wrong(path, rule, "a string");
    default:
      return plainMistake(form, rule, path);
  }
}

type PlainForm = Exclude<Form, "format" | "pattern" | "reference" | `schema${string}`>;

const PLAIN: Readonly<Record<PlainForm, { called: string; fits: (rule: unknown) => boolean }>> = {
  anything: { called: "a value", fits: () => true },
  boolean: { called: "a boolean", fits: (rule) => typeof rule === "boolean" },
  count: {
    called: "a whole number from 0",
    fits: (rule) => Number.isInteger(rule) && (rule as number) >= 0,
  },
  list: { called: "an array", fits: Array.isArray },
  number: { called: "a number", fits: (rule) => typeof rule === "number" },
  positive: {
    called: "a number above 0",
    fits: (rule) => typeof rule === "number" && rule > 0,
  },
  text: { called: "a string", fits: (rule) => typeof rule === "string" },
  texts: { called: "an array of strings", fits: areTexts },
  "texts by name": {
    called: "an object of arrays of strings",
    fits: (rule) => isObject(rule) && Object.values(rule).every(areTexts),
  },
  types: {
    called: `one of ${TYPES.join(", ")}, or an array of them`,
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

/** Nothing is fetched: a schema from elsewhere could be another one tomorrow. */
function referenceMistake({ reference, path }: Reference): SchemaMistake {
  return {
    path,
    message: `The reference "${reference}" points at no schema in this one.`,
    hint: 'Write "#/$defs/name", and the schema under "$defs".',
  };
}

/** The standard has them, the validator has not. */
const UNCHECKED_FORMATS = ["idn-email", "idn-hostname", "iri", "iri-reference"];

function formatMistake(format: string, path: JsonPath): SchemaMistake | undefined {
  if (checkedFormats.includes(format)) return undefined;
  if (UNCHECKED_FORMATS.includes(format)) {
    const hint = `These are: ${checkedFormats.join(", ")}.`;
    return { path, message: `The format "${format}" is not checked here.`, hint };
  }
  // short names such as url and uuid4 are close to others and in use
  const near = format.length < 6 ? undefined : nearest(format, checkedFormats);
  if (near === undefined) return undefined;
  return {
    path,
    message: `There is no format "${format}".`,
    hint: `Did you mean "${near}"?`,
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
