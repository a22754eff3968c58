import { boundedRegex } from "./bounded-regex.ts";
import { containerChecks } from "./json-schema-containers.ts";
import { logicChecks } from "./json-schema-logic.ts";
import {
  type JsonSchemaValue,
  type KeywordCheck,
  placeOf,
  type SchemaPlace,
} from "./json-schema-place.ts";
import { valueChecks } from "./json-schema-values.ts";

/*
 * Our own and not the package ajv: answers are small and checked once each, so compiling a schema to code does not pay,
 * while ajv 8.20 would bring five packages, 3 MB and 43 ms of import, and `new Function`, to every install.
 * What is not covered here is refused before the run (json-schema-mistake.ts), never skipped.
 */

/** What first breaks the schema, in a sentence; undefined when the value is as it says. */
export function schemaViolation(root: JsonSchemaValue, value: unknown): string | undefined {
  return violation(root, value, { root, path: "", depth: 0 });
}

/** Every keyword that is checked. */
export const keywordChecks: Readonly<Record<string, KeywordCheck>> = {
  ...valueChecks,
  ...containerChecks,
  ...logicChecks,
};

const DEEPEST = 500;

function violation(
  schema: unknown,
  value: unknown,
  { root, path, depth }: { root: JsonSchemaValue; path: string; depth: number },
): string | undefined {
  if (schema === true) return undefined;
  if (schema === false) return `${placeOf(path)} is not allowed.`;
  if (depth > DEEPEST) throw new Error("the schema refers to itself without end");
  const rules = schema as Readonly<Record<string, unknown>>;
  const at: SchemaPlace = {
    path,
    schema: rules,
    root,
    check: (inner, part, where) => violation(inner, part, { root, path: where, depth: depth + 1 }),
    matches,
  };
  for (const [keyword, rule] of Object.entries(rules)) {
    const known = Object.hasOwn(keywordChecks, keyword) ? keywordChecks[keyword] : undefined;
    const broken = known?.(rule, value, at);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function matches(pattern: string, text: string): boolean {
  const found = boundedRegex(pattern, "u").test(text);
  if (found === "timeout") throw new Error(`the pattern ${pattern} took too long`);
  return found;
}
