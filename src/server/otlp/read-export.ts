import { parseJson } from "../../core/json/json-text.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { readExport as readJsonExport } from "../../traces/formats/otlp-json.ts";
import { readProtobufLogs, readProtobufSpans } from "../../traces/formats/otlp-protobuf.ts";
import { ProtobufError, ProtobufReader } from "../../traces/formats/protobuf-reader.ts";
import {
  ContentBuilder,
  TooManyItems,
  type TraceContent,
} from "../../traces/formats/trace-content.ts";
import { ExportProblem } from "./export-problem.ts";
import { checkJsonBounds } from "./json-bounds.ts";
import { checkLists } from "./json-lists.ts";
import { LONGEST_TEXT, MOST_ITEMS, MOST_VALUES } from "./limits.ts";

export type ExportSignal = "traces" | "logs";
export type ExportEncoding = "json" | "protobuf";

/** Reads what was sent. Throws an ExportProblem for what is none of it. */
export function readExport(
  bytes: Buffer,
  signal: ExportSignal,
  encoding: ExportEncoding,
): TraceContent {
  const into = new ContentBuilder(MOST_ITEMS);
  try {
    if (encoding === "protobuf") readProtobuf(bytes, signal, into);
    else readJson(bytes, signal, into);
  } catch (error) {
    if (!(error instanceof TooManyItems)) throw error;
    throw new ExportProblem(413, `An export may have ${MOST_ITEMS} spans or log records.`);
  }
  return into;
}

function readProtobuf(bytes: Buffer, signal: ExportSignal, into: ContentBuilder): void {
  try {
    const read = signal === "traces" ? readProtobufSpans : readProtobufLogs;
    read(new ProtobufReader(bytes, { messages: MOST_VALUES, text: LONGEST_TEXT }), into);
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
    throw new ExportProblem(
      400,
      `The body is no protobuf of an export of ${signal}: ${error.message}.`,
    );
  }
}

const FIELDS: Readonly<Record<ExportSignal, readonly string[]>> = {
  traces: ["resourceSpans", "resource_spans"],
  logs: ["resourceLogs", "resource_logs"],
};

function readJson(bytes: Buffer, signal: ExportSignal, into: ContentBuilder): void {
  const document = parsed(bytes);
  if (!isObject(document)) throw new ExportProblem(400, "The body is JSON, but no object.");
  checkLists(document, signal);
  const [name = ""] = FIELDS[signal];
  for (const key of FIELDS[signal]) {
    const list = document[key];
    if (list === undefined || list === null) continue;
    // what belongs to the other signal has its own address
    readJsonExport({ [name]: list }, into);
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    checkJsonBounds(bytes);
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ExportProblem) throw error;
    throw new ExportProblem(400, "The body is no JSON in UTF-8.");
  }
}
