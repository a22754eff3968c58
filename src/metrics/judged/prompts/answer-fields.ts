import { isObject, type JsonSchema } from "../../../core/schema/parse-context.ts";

/** Fields of a judge's answer, read one by one. A problem is a sentence without a word of the reply in it. */
export type Fields = Readonly<Record<string, unknown>>;

/** A text that may be left out. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** One word of a menu, in any case and with white space around it. */
export function wordField<Word extends string>(
  fields: Fields,
  name: string,
  menu: readonly Word[],
): Word | undefined {
  const word = textField(fields, name)?.trim().toLowerCase();
  return menu.find((each) => each === word);
}

/** A list of objects that have no other keys than these; undefined for anything else. */
export function objectsField(
  fields: Fields,
  name: string,
  keys: readonly string[],
): readonly Fields[] | undefined {
  const value = fields[name];
  if (!Array.isArray(value)) return undefined;
  const fits = value.every(
    (each) => isObject(each) && Object.keys(each).every((key) => keys.includes(key)),
  );
  return fits ? (value as readonly Fields[]) : undefined;
}

/** The schema of an object whose fields are all asked for: providers that constrain a model to a schema want it so. */
export function answerSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export const textSchema: JsonSchema = { type: "string" };
