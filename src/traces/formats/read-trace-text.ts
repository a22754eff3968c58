import { parseJson } from "../../core/json/json-text.ts";
import type { LooseJson } from "../../core/json/loose-json.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { readJaeger } from "./jaeger-json.ts";
import { linesOf } from "./json-lines.ts";
import { isAgentsItem, readAgentsItems } from "./openai-agents-json.ts";
import { isBareSpan, isExport } from "./otlp-json.ts";
import { lostLine, readItem, readLine } from "./read-line.ts";
import { ContentBuilder, type TraceContent } from "./trace-content.ts";

/** What a user may name instead of having the content looked at. */
export type TraceFormat = "jaeger-json" | "otlp-json";

/** Reads a trace from text, by what it holds and never by what its file is called. Undefined where it is no trace. */
export function readTraceText(text: string, format?: TraceFormat): TraceContent | undefined {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const whole = tryParse(bare);
  const into = new ContentBuilder();
  if (whole.ok) return readDocument(whole.value, format, into) ? into : undefined;
  if (format === "jaeger-json") return undefined;
  return readLines(bare, into) ? into : undefined;
}

function readDocument(
  value: unknown,
  format: TraceFormat | undefined,
  into: ContentBuilder,
): boolean {
  if (Array.isArray(value)) return format !== "jaeger-json" && readList(value, into);
  if (!isObject(value)) return false;
  if (format !== "jaeger-json" && readItem(value, into)) return true;
  const { data } = value;
  if (format === "otlp-json" || !Array.isArray(data)) return false;
  if (data.some(isAgentsItem)) return format === undefined && readList(data, into);
  readJaeger(value, into);
  return true;
}

function readList(values: readonly unknown[], into: ContentBuilder): boolean {
  const items = values.filter(isObject);
  if (items.length === 0 || items.length < values.length) return false;
  if (items.every(isAgentsItem)) {
    readAgentsItems(items, into);
    return true;
  }
  if (!items.every((item) => isBareSpan(item) || isExport(item))) return false;
  for (const item of items) readItem(item, into);
  return true;
}

/** JSON lines: whole exports and single spans, mixed. A line that cannot be read costs that line. The first one decides. */
function readLines(text: string, into: ContentBuilder): boolean {
  const agents: LooseJson[] = [];
  let seen = false;
  for (const { number, text: line } of linesOf(text)) {
    const read = readLine(line, into);
    if (read.kind === "agents") agents.push(read.item);
    else if (read.kind !== "read") {
      if (!seen) return false;
      into.problems.push(lostLine(number, read.kind));
    }
    seen = true;
  }
  if (agents.length > 0) readAgentsItems(agents, into);
  return seen;
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

function tryParse(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false };
  }
}
