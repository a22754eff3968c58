import { object, type Shape } from "../core/shape.ts";

/** For ADK's metrics without settings of their own: as in ADK, others are kept and change nothing. */
export function noSettings(name: string): Shape<object> {
  return object<object>({}, { called: `a criterion of ${name}`, unknown: "keep" });
}
