import { pathText } from "../../core/schema/parse-context.ts";
import { number, withRead } from "../../core/schema/schema.ts";

/** Recorders that write decimals as texts exist, and ADK reads durations of theirs; no other number may be a text. */
export const secondsSchema = withRead(
  number,
  (value, context, inner) => {
    if (
      typeof value !== "string" ||
      !/^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)
    ) {
      return inner.read(value, context);
    }
    context.warn(`${pathText(context.path)} is a number in quotes.`, {
      hint: "Remove the quotes.",
    });
    return inner.read(Number(value), context);
  },
  () => ({ anyOf: [{ type: "number" }, { type: "string", pattern: "^\\s*-?[0-9.]" }] }),
);
