import { closeSync, openSync, readSync } from "node:fs";
import { UserFacingError } from "../../../core/errors.ts";
import { jsonText } from "../../../traces/formats/json-lines.ts";
import { readLine } from "../../../traces/formats/read-line.ts";
import type { TraceFormat } from "../../../traces/formats/read-trace-text.ts";
import { ContentBuilder } from "../../../traces/formats/trace-content.ts";
import type { PlainFile } from "./plain-file.ts";
import type { TracePiece } from "./trace-piece.ts";

/** About as much as is read at once. What stands on both sides of a border is read twice, so that there are few. */
const PIECE = 4 * 1024 * 1024;
/** Lines are mostly shorter. */
const LOOK_AHEAD = 1 << 13;
/** Text of which Node makes one string. */
const LARGEST_WHOLE = 500 * 1024 * 1024;

interface SplitOptions {
  readonly name: string;
  readonly format?: TraceFormat | undefined;
  readonly pieceSize?: number | undefined;
  readonly quiet?: number | undefined;
}

/** The pieces of a file: JSON lines are split between lines, whatever else is one piece. */
export function splitFile(
  { path, size }: PlainFile,
  { name, format, pieceSize = PIECE, quiet }: SplitOptions,
): readonly TracePiece[] {
  const file = openSync(path, "r");
  try {
    if (format === "jaeger-json" || !beginsWithItem(file)) {
      return [wholeFile({ path, size }, { name, format })];
    }
    const pieces: TracePiece[] = [];
    for (let from = 0; from < size; ) {
      const to = from + pieceSize >= size ? size : lineStart(file, from + pieceSize, size);
      pieces.push({ path, from, to, quiet });
      from = to;
    }
    return pieces;
  } finally {
    closeSync(file);
  }
}

/** The file as one piece. */
export function wholeFile(
  { path, size }: Pick<PlainFile, "path" | "size">,
  { name, format }: Pick<SplitOptions, "name" | "format">,
): TracePiece {
  if (size <= LARGEST_WHOLE) return { path, from: 0, to: size, whole: { format } };
  const megabytes = Math.round(size / 1e6);
  throw new UserFacingError(
    "trace/invalid",
    `${name} is one document of ${megabytes} MB, which is too much to be read at once.`,
    { hint: "JSON lines, a span or an export each, may be of any size." },
  );
}

/** Whether the first line that is not empty is a span or an export by itself. */
function beginsWithItem(file: number): boolean {
  let begun: Buffer[] = [];
  for (let at = 0; at <= LARGEST_WHOLE; ) {
    const block = Buffer.alloc(1 << 16);
    const read = readSync(file, block, 0, block.length, at);
    at += read;
    for (let from = 0; ; ) {
      const end = block.subarray(0, read).indexOf("\n", from);
      begun.push(block.subarray(from, end === -1 ? read : end));
      if (end === -1 && read > 0) break;
      const text = jsonText(Buffer.concat(begun)).trim();
      if (text !== "" || read === 0) return isItem(text);
      begun = [];
      from = end + 1;
    }
  }
  return false;
}

function isItem(text: string): boolean {
  const { kind } = readLine(text, new ContentBuilder());
  return kind === "read" || kind === "agents";
}

/** Where the first line begins at or after this place. */
function lineStart(file: number, from: number, size: number): number {
  const block = Buffer.alloc(LOOK_AHEAD);
  for (let at = from - 1; at < size; ) {
    const read = readSync(file, block, 0, block.length, at);
    if (read === 0) break;
    const found = block.subarray(0, read).indexOf("\n");
    if (found !== -1) return at + found + 1;
    at += read;
  }
  return size;
}
