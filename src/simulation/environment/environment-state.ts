import { setOwn } from "../../core/json/set-own.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { ToolLink } from "./tool-links.ts";

/** What simulated tools have created: parameter, its value, and the answer that reported it. */
export type EnvironmentState = Record<string, Record<string, unknown>>;

/** Adds the answer of a tool that creates something to the state. A list or an object names nothing, and leaves it as it is. */
export function addToState(
  state: EnvironmentState,
  links: readonly ToolLink[],
  { tool, answer }: { readonly tool: string; readonly answer: Readonly<Record<string, unknown>> },
): void {
  for (const { parameterName, creatingTools } of links) {
    if (!creatingTools.includes(tool)) continue;
    const value = findDeep(answer, parameterName);
    const key = value === undefined || value === null ? undefined : keyOf(value);
    if (key === undefined) continue;
    if (!Object.hasOwn(state, parameterName)) setOwn(state, parameterName, {});
    setOwn(state[parameterName] ?? {}, key, answer);
  }
}

/** The first value of that name: in the object itself, else in its parts from left to right. */
function findDeep(value: unknown, name: string): unknown {
  if (isObject(value) && Object.hasOwn(value, name)) return value[name];
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const part of parts) {
    const found = findDeep(part, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

function keyOf(value: unknown): string | undefined {
  if (JSON.isRawJSON(value)) return value.rawJSON;
  return typeof value === "object" ? undefined : String(value);
}
