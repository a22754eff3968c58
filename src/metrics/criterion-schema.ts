import * as words from "../core/schema/schema.ts";

/** What the settings of a metric are described with, under the names that schemas have elsewhere. */
export const schema = Object.freeze({
  string: words.string,
  number: words.number,
  integer: words.integer,
  boolean: words.boolean,
  enum: words.enumOf,
  array: words.array,
  record: words.record,
  object: words.object,
  required: words.required,
  optional: words.optional,
  withDefault: words.withDefault,
  anything: words.anything,
  freeObject: words.freeObject,
});
