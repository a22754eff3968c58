import { mapValues } from "../../../core/json/set-own.ts";
import { isObject } from "../../../core/schema/parse-context.ts";
import { canonicalReference } from "./resolve-pointer.ts";

/** A schema of draft 2020-12, or true or false. */
export type JsonSchemaValue = boolean | Readonly<Record<string, unknown>>;

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
  format: ["format"],
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
    "title",
  ],
  texts: ["required"],
  "texts by name": ["dependentRequired"],
  types: ["type"],
} as const;

export type Form = keyof typeof KEYWORDS;

export const keywordForms: ReadonlyMap<string, Form> = new Map(
  Object.entries(KEYWORDS).flatMap(([form, keywords]) =>
    keywords.map((keyword) => [keyword, form as Form] as const),
  ),
);

/** The standard's own. Any other name is a remark for people, as the standard has it, unless it is one of these misspelt. */
export const checkedFormats: readonly string[] = [
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
];

/**
 * A copy for the validator, which writes into what it is given. References are spelt its way and always mean this document,
 * so `$id` is left out, and so are formats that are remarks.
 */
export function forChecking(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const rules = Object.entries(schema).flatMap(([keyword, rule]): [string, unknown][] => {
    switch (keywordForms.get(keyword)) {
      case "schema":
        return [[keyword, forChecking(rule)]];
      case "schemas":
        return [[keyword, (rule as readonly unknown[]).map(forChecking)]];
      case "schemas by name":
      case "schemas by pattern":
        return [[keyword, mapValues(rule as Readonly<Record<string, unknown>>, forChecking)]];
      case "reference":
        return [[keyword, canonicalReference(rule as string)]];
      case "format":
        return checkedFormats.includes(rule as string) ? [[keyword, rule]] : [];
      default:
        return keyword === "$id" ? [] : [[keyword, rule]];
    }
  });
  return Object.fromEntries(rules);
}
