import type { FunctionResponse } from "../core/content.ts";

/**
 * MCP marks a failed call with `isError`; ADK's own tools and our recorder answer with an `error`;
 * tools written after ADK's tutorials say `status: "error"`.
 */
export function isToolError({ response = {} }: FunctionResponse): boolean {
  if (response.isError === true || response.is_error === true) return true;
  if (response.status === "error") return true;
  const { error } = response;
  return error !== undefined && error !== null && error !== false && error !== "";
}
