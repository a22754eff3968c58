import { object } from "../core/schema/object-schema.ts";
import type { Schema } from "../core/schema/parse-context.ts";

/** For ADK's metrics without settings of their own: as in ADK, others are kept and change nothing. */
export function noSettings(name: string): Schema<object> {
  return object<object>({}, { expected: `a criterion of ${name}`, unknown: "keep" });
}
