import { isObject, type JsonSchema } from "../core/schema/parse-context.ts";

/** The form of an answer as a model is asked for it: OpenAI takes none that leaves room for other keys. */
export function strictForm(schema: JsonSchema): JsonSchema {
  return closed(schema) as JsonSchema;
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, each]) => [key, closed(each)]),
  );
  return schema.type === "object" ? { ...inner, additionalProperties: false } : inner;
}
