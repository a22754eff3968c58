import type { Usage } from "../../core/agent.ts";
import { numberFrom, objectsOf, textFrom, tryJson } from "../../core/json/loose-json.ts";

/** Arguments that were sent as a text. Undefined when they are cut off: nobody can have acted on them. */
export function argumentsFrom(text: unknown): unknown {
  const written = textFrom(text) ?? "";
  return written.trim() === "" ? {} : tryJson(written);
}

/** A tool's result that was sent as a text or as parts of text: the JSON that it is, else the text. */
export function resultFrom(content: unknown): unknown {
  const text = typeof content === "string" ? content : textsOf(content);
  if (text === undefined) return content;
  const value = tryJson(text);
  return value === undefined ? text : value;
}

function textsOf(content: unknown): string | undefined {
  const parts = objectsOf(content);
  const texts = parts.map((part) => part.text).filter((text) => typeof text === "string");
  return texts.length === 0 || texts.length < parts.length ? undefined : texts.join("\n");
}

/** Counts as they were reported. Those that count a part of another stay away when they are 0, as where nobody counts them. */
export function tokenCounts(counts: {
  readonly input: readonly unknown[];
  readonly output: readonly unknown[];
  readonly cached: unknown;
  readonly reasoning: unknown;
}): Partial<Usage> {
  const input = sumOf(counts.input);
  const output = sumOf(counts.output);
  const cached = numberFrom(counts.cached) || undefined;
  const reasoning = numberFrom(counts.reasoning) || undefined;
  return { input, output, cached, reasoning };
}

function sumOf(counts: readonly unknown[]): number {
  return counts.reduce<number>((sum, count) => sum + (numberFrom(count) ?? 0), 0);
}
