import type { FunctionResponse } from "../../core/content.ts";

/**
 * MCP marks a failed call with `isError`; ADK's own tools and our recorder answer with an `error`;
 * tools written after ADK's tutorials say `status: "error"`, and injected errors have an `error_code`.
 */
export function isToolError({ response = {} }: FunctionResponse): boolean {
  if (response.isError === true || response.is_error === true) return true;
  if (response.status === "error") return true;
  return ERROR_KEYS.some((key) => Object.hasOwn(response, key) && saysError(response[key]));
}

const ERROR_KEYS = ["error", "error_code", "errorCode", "error_message", "errorMessage"];

/** Many a tool always has the key, and says by an empty value that all is well. */
function saysError(value: unknown): boolean {
  return ![undefined, null, false, "", 0, "0"].includes(value as never);
}
