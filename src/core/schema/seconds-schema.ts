import { pathText, type Schema } from "./parse-context.ts";
import { number, withRead } from "./schema.ts";

/** A length of time. None at all would be over before anything began. */
export const seconds: Schema<number> = withRead(
  number,
  (value, context, inner) => {
    const read = inner.read(value, context);
    if (typeof read === "number" && read <= 0) {
      context.problem(`${pathText(context.path)} is ${read}; more than 0 was expected.`, {
        hint: "Write a number of seconds, for example 30.",
      });
    }
    return read;
  },
  () => ({ type: "number", exclusiveMinimum: 0 }),
);
