import type { FileHandle } from "node:fs/promises";
import type { Place } from "../../core/errors.ts";
import { Lines, type Span } from "../../core/json/excerpt.ts";

interface PieceOfFile {
  readonly text: string;
  /** In bytes, where the text begins in the file. */
  readonly offset: number;
}

const chunkSize = 1 << 20;
/** A file may be one line; so much of it before a piece is shown at most. */
const mostBefore = 4096;

/** Places within a piece of a file that is too long to hold: what stands before it is read again. */
export async function locateInFile(
  file: FileHandle,
  { text, offset }: PieceOfFile,
  spans: readonly Span[],
): Promise<readonly Place[]> {
  const { line, context } = await before(file, offset);
  const prefix = await textBetween(file, Math.max(context, offset - mostBefore), offset);
  const lines = new Lines(prefix + text);
  const own = lines.at(prefix.length);
  const firstLine = line - own.line + 1;
  const hidden = own.line > 1 ? 0 : Math.max(0, offset - mostBefore - context);
  return spans.map((span) => {
    const shifted = { start: span.start + prefix.length, end: span.end + prefix.length };
    const at = lines.at(shifted.start);
    return {
      line: at.line + firstLine - 1,
      column: at.column + (at.line === 1 ? hidden : 0),
      excerpt: lines.excerpt(shifted, firstLine),
    };
  });
}

/** The line, counted from 1, that holds a byte of the file. */
export async function lineInFile(file: FileHandle, offset: number): Promise<number> {
  return (await before(file, offset)).line;
}

/** The line of an offset, and the offset where the second line before it begins. */
async function before(
  file: FileHandle,
  offset: number,
): Promise<{ line: number; context: number }> {
  const bytes = Buffer.allocUnsafe(chunkSize);
  const starts: [number, number, number] = [0, 0, 0];
  let line = 1;
  for (let position = 0; position < offset; ) {
    const length = Math.min(chunkSize, offset - position);
    const { bytesRead } = await file.read(bytes, 0, length, position);
    if (bytesRead === 0) break;
    const read = bytes.subarray(0, bytesRead);
    for (let at = read.indexOf(10); at !== -1; at = read.indexOf(10, at + 1)) {
      line += 1;
      starts[0] = starts[1];
      starts[1] = starts[2];
      starts[2] = position + at + 1;
    }
    position += bytesRead;
  }
  return { line, context: starts[0] };
}

async function textBetween(file: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  // a character may have been cut in two
  return bytes
    .subarray(0, bytesRead)
    .toString()
    .replace(/^\ufffd+/, "");
}
