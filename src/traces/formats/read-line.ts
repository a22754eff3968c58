import { parseJson } from "../../core/json/json-text.ts";
import type { LooseJson } from "../../core/json/loose-json.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { isAgentsItem, readAgentsItems } from "./openai-agents-json.ts";
import { isBareSpan, isExport, readBareSpan, readExport } from "./otlp-json.ts";
import type { ContentBuilder, TraceProblem } from "./trace-content.ts";

/** What a line of JSON lines was: an item of the OpenAI Agents SDK is only understood together with others. */
export type ReadLine =
  | { readonly kind: "read" | "no-json" | "no-trace" }
  | { readonly kind: "agents"; readonly item: LooseJson };

const READ: ReadLine = { kind: "read" };
const NO_JSON: ReadLine = { kind: "no-json" };
const NO_TRACE: ReadLine = { kind: "no-trace" };

/** Reads a line: a whole export, or one span. */
export function readLine(text: string, into: ContentBuilder): ReadLine {
  let item: unknown;
  try {
    item = parseJson(text);
  } catch {
    return NO_JSON;
  }
  if (!isObject(item)) return NO_TRACE;
  if (isAgentsItem(item)) return { kind: "agents", item };
  return readItem(item, into) ? READ : NO_TRACE;
}

/** A whole export, or one span. */
export function readItem(item: LooseJson, into: ContentBuilder): boolean {
  if (isExport(item)) readExport(item, into);
  else if (isAgentsItem(item)) readAgentsItems([item], into);
  else if (isBareSpan(item)) readBareSpan(item, into);
  else return false;
  return true;
}

/** What is said of a line that is lost, which is counted from 1. */
export function lostLine(line: number, kind: "no-json" | "no-trace"): TraceProblem {
  const what = kind === "no-trace" ? "is neither an export nor a span" : "is no valid JSON";
  return { message: `Line ${line} ${what}.`, line };
}
