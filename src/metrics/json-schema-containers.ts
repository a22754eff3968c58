import { isDeepStrictEqual } from "node:util";
import { isObject } from "../core/shape.ts";
import { type KeywordCheck, placeOf, type SchemaPlace } from "./json-schema-place.ts";

type Schemas = Readonly<Record<string, unknown>>;

/** Keywords about lists and objects. Each leaves other kinds of values alone, as the standard has it. */
export const containerChecks: Readonly<Record<string, KeywordCheck>> = {
  prefixItems: forLists((rule, list, at) => {
    const schemas = rule as readonly unknown[];
    return first(list.slice(0, schemas.length), (item, index) =>
      at.check(schemas[index], item, `${at.path}[${index}]`),
    );
  }),
  items: forLists((rule, list, at) => {
    const skipped = ((at.schema.prefixItems as readonly unknown[] | undefined) ?? []).length;
    return first(list, (item, index) =>
      index < skipped ? undefined : at.check(rule, item, `${at.path}[${index}]`),
    );
  }),
  contains: forLists((rule, list, { path, schema, check }) => {
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as Limits;
    const count = list.filter((item) => check(rule, item, path) === undefined).length;
    if (count < minContains)
      return `${placeOf(path)} has ${count} fitting items; at least ${minContains} were expected.`;
    if (count > maxContains)
      return `${placeOf(path)} has ${count} fitting items; at most ${maxContains} were expected.`;
    return undefined;
  }),
  minItems: forLists((rule, { length }, { path }) => tooFew(path, length, rule as number, "items")),
  maxItems: forLists((rule, { length }, { path }) =>
    tooMany(path, length, rule as number, "items"),
  ),
  uniqueItems: forLists((rule, list, { path }) => {
    const repeats = (item: unknown, index: number) =>
      list.slice(0, index).some((before) => isDeepStrictEqual(before, item));
    const place = rule === true ? list.findIndex(repeats) : -1;
    return place < 0 ? undefined : `${path}[${place}] stands there twice.`.replace(/^\[/, "Item [");
  }),
  required: forObjects((rule, object, { path }) => {
    const missing = (rule as readonly string[]).find((key) => !Object.hasOwn(object, key));
    return missing === undefined ? undefined : `${placeOf(path)} has no "${missing}".`;
  }),
  properties: forObjects((rule, object, at) =>
    first(Object.entries(rule as Schemas), ([key, schema]) =>
      Object.hasOwn(object, key) ? at.check(schema, object[key], inside(at, key)) : undefined,
    ),
  ),
  patternProperties: forObjects((rule, object, at) =>
    first(Object.entries(rule as Schemas), ([pattern, schema]) =>
      first(Object.keys(object), (key) =>
        at.matches(pattern, key) ? at.check(schema, object[key], inside(at, key)) : undefined,
      ),
    ),
  ),
  additionalProperties: forObjects((rule, object, at) =>
    first(Object.keys(object), (key) => {
      if (isDeclared(key, at)) return undefined;
      if (rule === false) return `${placeOf(at.path)} has a key "${key}", which is not allowed.`;
      return at.check(rule, object[key], inside(at, key));
    }),
  ),
  propertyNames: forObjects((rule, object, at) =>
    first(Object.keys(object), (key) => at.check(rule, key, `The key "${key}"`)),
  ),
  minProperties: forObjects((rule, object, { path }) =>
    tooFew(path, Object.keys(object).length, rule as number, "keys"),
  ),
  maxProperties: forObjects((rule, object, { path }) =>
    tooMany(path, Object.keys(object).length, rule as number, "keys"),
  ),
  dependentRequired: forObjects((rule, object, { path }) =>
    first(Object.entries(rule as Readonly<Record<string, readonly string[]>>), ([key, needed]) => {
      const missing = needed.find((each) => !Object.hasOwn(object, each));
      if (!Object.hasOwn(object, key) || missing === undefined) return undefined;
      return `${placeOf(path)} has "${key}" and so needs "${missing}".`;
    }),
  ),
  dependentSchemas: forObjects((rule, object, at) =>
    first(Object.entries(rule as Schemas), ([key, schema]) =>
      Object.hasOwn(object, key) ? at.check(schema, object, at.path) : undefined,
    ),
  ),
};

interface Limits {
  readonly minContains?: number;
  readonly maxContains?: number;
}

function forLists(
  check: (rule: unknown, list: readonly unknown[], at: SchemaPlace) => string | undefined,
): KeywordCheck {
  return (rule, value, at) => (Array.isArray(value) ? check(rule, value, at) : undefined);
}

function forObjects(
  check: (rule: unknown, object: Schemas, at: SchemaPlace) => string | undefined,
): KeywordCheck {
  return (rule, value, at) => (isObject(value) ? check(rule, value, at) : undefined);
}

function first<T>(
  items: readonly T[],
  find: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeclared(key: string, { schema, matches }: SchemaPlace): boolean {
  const { properties = {}, patternProperties = {} } = schema;
  if (Object.hasOwn(properties as Schemas, key)) return true;
  return Object.keys(patternProperties as Schemas).some((pattern) => matches(pattern, key));
}

function inside({ path }: SchemaPlace, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function tooFew(path: string, count: number, least: number, what: string): string | undefined {
  if (count >= least) return undefined;
  return `${placeOf(path)} has ${count} ${what}; at least ${least} were expected.`;
}

function tooMany(path: string, count: number, most: number, what: string): string | undefined {
  if (count <= most) return undefined;
  return `${placeOf(path)} has ${count} ${what}; at most ${most} were expected.`;
}
