import type { Field, NamedField, ObjectOptions } from "./object-field.ts";
import type { JsonSchema } from "./parse-context.ts";

export function objectJsonSchema(named: readonly NamedField[], options: ObjectOptions): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const { snake, field } of named) properties[snake] = fieldSchema(field);
  for (const [key, { schema, says }] of Object.entries(options.shorthand ?? {})) {
    properties[key] = { ...schema.jsonSchema(), description: `Shorthand. ${says}` };
  }
  const standIns = Object.values(options.shorthand ?? {}).map((each) => each.field);
  const needed = named.filter(
    (each) => each.field.presence === "required" && !standIns.includes(each.name),
  );
  const isOneWay = (each: NamedField) => options.snakeOnly === true || each.name === each.snake;
  const must = needed.filter(isOneWay).map((each) => each.snake);
  const either = needed
    .filter((each) => !isOneWay(each))
    .map(({ name, snake }) => ({ anyOf: [{ required: [snake] }, { required: [name] }] }));
  return {
    ...(options.title === undefined ? {} : { title: options.title }),
    type: "object",
    properties,
    ...(must.length > 0 ? { required: must } : {}),
    ...(either.length > 0 ? { allOf: either } : {}),
    ...(options.unknown === "refuse" ? camelKeys(named, options) : {}),
    additionalProperties: options.unknown !== "refuse",
  };
}

/** The other spelling of the keys is read too, and completed in neither. */
function camelKeys(named: readonly NamedField[], { snakeOnly }: ObjectOptions): JsonSchema {
  const names = named.filter(({ name, snake }) => name !== snake).map(({ name }) => name);
  if (snakeOnly === true || names.length === 0) return {};
  return { patternProperties: { [`^(?:${names.join("|")})$`]: {} } };
}

function fieldSchema({ schema, presence, description }: Field<unknown>): JsonSchema {
  const inner = schema.jsonSchema();
  const whole = presence === "optional" ? { anyOf: [inner, { type: "null" }] } : inner;
  return description === undefined ? whole : { ...whole, description };
}
