import { tryJson } from "../json/loose-json.ts";

/** Longer texts are not looked into: no message is that long, and parsing it would stop everything else. */
const LONGEST = 64 * 1024 * 1024;

/** A value that may be JSON text: objects and lists are parsed, whatever else stays as it is. */
export function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given;
  const first = given.trimStart()[0];
  if ((first !== "[" && first !== "{") || given.length > LONGEST) return given;
  return tryJson(given) ?? given;
}
