import { UserFacingError } from "../../src/core/errors.ts";
import { parseJsonText } from "../../src/core/json/json-text.ts";

/** A text as it is. ADK reads strict JSON, so a vector's comments and trailing commas are mistakes, which we would read. */
export function strictly(text: string): string {
  if (parseJsonText(text).extended.length === 0) return text;
  throw new UserFacingError("eval-set/invalid", "The file is not strict JSON.");
}
