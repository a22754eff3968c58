import type { FunctionCall } from "../../../core/content.ts";

/** A call's tool in a sentence. */
export function toolName(call: FunctionCall): string {
  return call.name === undefined || call.name === "" ? "a tool without a name" : call.name;
}
