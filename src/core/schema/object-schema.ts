import { snakeCase } from "../text/key-case.ts";
import type { Field, NamedField, ObjectOptions } from "./object-field.ts";
import { objectJsonSchema } from "./object-json-schema.ts";
import { ObjectReader } from "./object-reader.ts";
import { makeSchema, type Schema } from "./parse-context.ts";
import { writeExtras, writeField } from "./write-field.ts";

type Fields<T> = { readonly [Key in keyof T]-?: Field<T[Key]> };

/** An object with declared fields. `extras` never is one of them. */
export function object<T extends object>(
  fields: Fields<Omit<T, "extras">>,
  options: ObjectOptions,
): Schema<T> {
  const named: NamedField[] = Object.entries(fields as Record<string, Field<unknown>>).map(
    ([name, field]) => ({ name, snake: snakeCase(name), field }),
  );
  const reader = new ObjectReader(named, options);
  return makeSchema({
    expected: options.expected,
    read: (value, context) => reader.read(value, context) as T,
    write(value, mode) {
      const result: Record<string, unknown> = {};
      const source = value as Record<string, unknown>;
      for (const each of named) writeField(each, source[each.name], result, mode);
      const extras = source.extras as Record<string, unknown> | undefined;
      if (extras !== undefined) writeExtras(extras, result, mode);
      return result;
    },
    jsonSchema: () => objectJsonSchema(named, options),
  });
}
