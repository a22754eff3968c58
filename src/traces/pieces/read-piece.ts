import { isUtf8 } from "node:buffer";
import { jsonText } from "../formats/json-lines.ts";
import { lostLine, readLine } from "../formats/read-line.ts";
import type { TraceContent } from "../formats/trace-content.ts";
import { PieceBuilder } from "./piece-builder.ts";
import type { PieceResult } from "./piece-result.ts";

/** Reads lines that stand together in a file, and takes their traces apart: each after so many bytes without it. */
export function readPiece(lines: Buffer, quiet?: number): PieceResult {
  const builder = new PieceBuilder(quiet);
  let lineCount = 0;
  for (const { text, from, to } of linesIn(lines)) {
    lineCount += 1;
    if (text === "") continue;
    const { kind } = readLine(text, builder.content);
    if (kind === "agents") return new PieceBuilder().result(0, true);
    if (kind !== "read") builder.content.problems.push(lostLine(lineCount, kind));
    builder.settle(from, to);
  }
  return builder.result(lineCount);
}

/** The same for a file that was read whole. */
export function wholePiece(content: TraceContent): PieceResult {
  const builder = new PieceBuilder();
  for (const span of content.spans) builder.content.spans.push(span);
  for (const log of content.logs) builder.content.logs.push(log);
  for (const problem of content.problems) builder.content.problems.push(problem);
  for (const warning of content.warnings) builder.content.warnings.push(warning);
  builder.settle(0, 0);
  return builder.result(0);
}

interface Line {
  readonly text: string;
  readonly from: number;
  /** Behind the line feed. */
  readonly to: number;
}

const LINE_FEED = 10;

/** The lines of a text, without the white space around them. */
export function* linesIn(bytes: Buffer): Generator<Line> {
  const isText = isUtf8(bytes);
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, from);
    const end = found === -1 ? bytes.length : found;
    const to = Math.min(end + 1, bytes.length);
    const text = isText ? bytes.toString("utf8", from, end) : jsonText(bytes.subarray(from, end));
    yield { text: text.trim(), from, to };
    from = end + 1;
  }
}
