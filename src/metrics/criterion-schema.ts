import { optional, required, withDefault } from "../core/schema/object-field.ts";
import { object } from "../core/schema/object-schema.ts";
import {
  anything,
  array,
  boolean,
  enumOf,
  freeObject,
  integer,
  number,
  record,
  string,
} from "../core/schema/schema.ts";

/** What the settings of a metric are described with, under the names that schemas have elsewhere. */
export const schema = Object.freeze({
  string,
  number,
  integer,
  boolean,
  enum: enumOf,
  array,
  record,
  object,
  required,
  optional,
  withDefault,
  anything,
  freeObject,
});
