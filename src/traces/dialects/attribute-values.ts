import { tryJson } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import type { Attributes } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";

/**
 * The first of these attributes that is a text with something in it. Every fact of millions of spans is asked for here and
 * below, so that no list is made of the keys.
 */
export function textAt(
  attributes: Attributes,
  key: string,
  other?: string,
  last?: string,
): string | undefined {
  const value = attributes[key];
  if (typeof value === "string" && value !== "") return value;
  return other === undefined ? undefined : textAt(attributes, other, last);
}

/** The first of these attributes that counts something; many exporters write numbers as texts. */
export function countAt(
  attributes: Attributes,
  key: string,
  other?: string,
  last?: string,
): number | undefined {
  const value = attributes[key];
  const count = value === undefined ? undefined : countOf(value);
  if (count !== undefined) return count;
  return other === undefined ? undefined : countAt(attributes, other, last);
}

export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Undefined where nothing was counted. */
export function usageOf(usage: TokenCounts): TokenCounts | undefined {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  const isCounted = (input ?? output ?? cacheRead ?? cacheWrite ?? reasoning) !== undefined;
  return isCounted ? usage : undefined;
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
