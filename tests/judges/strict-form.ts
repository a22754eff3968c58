import { isObject } from "../../src/core/schema/parse-context.ts";

/** Where a JSON Schema is not one that OpenAI holds its models to: every key required, and no other allowed. */
export function looseObjectsIn(schema: unknown, path = "$"): readonly string[] {
  if (Array.isArray(schema))
    return schema.flatMap((each, at) => looseObjectsIn(each, `${path}[${at}]`));
  if (!isObject(schema)) return [];
  const inner = Object.entries(schema).flatMap(([key, each]) =>
    looseObjectsIn(each, `${path}.${key}`),
  );
  if (schema.type !== "object") return inner;
  const keys = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const isStrict =
    schema.additionalProperties === false && keys.every((key) => required.includes(key));
  return isStrict ? inner : [path, ...inner];
}
