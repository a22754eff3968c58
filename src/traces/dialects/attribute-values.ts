import { tryJson } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import type { Attributes } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";

/** The first of these attributes that is a text with something in it. */
export function textAt(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The first of these attributes that counts something; many exporters write numbers as texts. */
export function countAt(attributes: Attributes, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = countOf(attributes[key]);
    if (count !== undefined) return count;
  }
  return undefined;
}

export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Undefined where nothing was counted. */
export function usageOf(usage: TokenCounts): TokenCounts | undefined {
  return Object.values(usage).some((count) => count !== undefined) ? usage : undefined;
}

/** Arguments or a result: JSON text is parsed, plain text stays what it is. */
export function recordedValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") return value;
  const read = tryJson(value);
  return read === undefined || read === null ? value : read;
}

/** A list of texts, as a list, as JSON text, or joined by commas. */
export function wordsAt(attributes: Attributes, ...keys: readonly string[]) {
  for (const key of keys) {
    const value = parsed(attributes[key]);
    if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
    if (typeof value === "string" && value !== "")
      return value.split(",").map((each) => each.trim());
  }
  return undefined;
}
