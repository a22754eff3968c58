import { parseGate } from "../../analysis/gates/parse-gate.ts";
import { isUserFacingError } from "../../core/errors.ts";
import { optional } from "../../core/schema/object-field.ts";
import { array, enumOf, string, withRead } from "../../core/schema/schema.ts";

const gate = withRead(string, (value, context, inner) => {
  const text = inner.read(value, context);
  if (typeof value !== "string") return text;
  try {
    parseGate(text);
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    context.problem(error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  return text;
});

/** What a config of either kind may ask of a run as a whole. */
export const gateParts = {
  gates: optional(array(gate)),
  gateBy: optional(enumOf(["bound", "point"] as const)),
  baseline: optional(string),
};
