import { isObject, type JsonSchema } from "../../core/schema/parse-context.ts";
import { evalSetFileSchema } from "./eval-set-file-schema.ts";

/** JSON Schema of an eval-set file, for editors: ADK's snake_case spelling and our shorthand. */
export function evalSetSchema(): JsonSchema {
  const definitions: Record<string, unknown> = {};
  const { properties, ...root } = evalSetFileSchema.jsonSchema();
  const whole = {
    ...root,
    title: undefined,
    properties: { $schema: { type: "string" }, ...(properties as object) },
  };
  const hoisted = hoist(whole, definitions) as Record<string, unknown>;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...hoisted,
    title: "Eval set",
    $defs: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Moves every titled object to `$defs`, so that a type used in ten places is described once. */
function hoist(schema: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => hoist(each, definitions));
  if (!isObject(schema)) return schema;
  const { title, description, ...rest } = schema;
  if (typeof title !== "string" || rest.type !== "object") {
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, each]) =>
        each === undefined ? [] : [[key, hoist(each, definitions)]],
      ),
    );
  }
  definitions[title] ??= hoist(rest, definitions);
  return { ...(description === undefined ? {} : { description }), $ref: `#/$defs/${title}` };
}
