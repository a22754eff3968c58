import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { readTraceBytes } from "../../../traces/formats/read-trace-bytes.ts";
import type { TraceFormat } from "../../../traces/formats/read-trace-text.ts";
import type { PieceResult } from "../../../traces/pieces/piece-result.ts";
import { readPiece, wholePiece } from "../../../traces/pieces/read-piece.ts";

/** A part of a file that is read at once: whole lines of it, or a whole document. */
export interface TracePiece {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** A trace that is not mentioned for so many bytes is taken apart; for tests. */
  readonly quiet?: number | undefined;
  /** Set for a file that is one document, or must be read as one. */
  readonly whole?: { readonly format?: TraceFormat | undefined } | undefined;
}

/** Undefined where a document turns out to be no trace. */
export function readTracePiece(piece: TracePiece): PieceResult | undefined {
  const { path, from, to, quiet, whole } = piece;
  if (whole === undefined) return readPiece(bytesAt(path, from, to), quiet);
  const content = readTraceBytes(readFileSync(path), whole.format);
  return content === undefined ? undefined : wholePiece(content);
}

/** The bytes of a file, which stand until the next are asked for. */
export function bytesAt(path: string, from: number, to: number): Buffer {
  const file = openSync(path, "r");
  try {
    if (shared.length < to - from) shared = Buffer.allocUnsafeSlow(to - from);
    const bytes = shared.subarray(0, to - from);
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(file, bytes, done, bytes.length - done, from + done);
      // somebody has shortened it meanwhile
      if (read === 0) break;
      done += read;
    }
    return bytes.subarray(0, done);
  } finally {
    closeSync(file);
  }
}

/** Memory outside of the heap is collected late, so that the same is used again. */
let shared = Buffer.alloc(0);

/** What of a result is handed to another thread without being copied. */
export function transfersOf({ traces }: PieceResult): ArrayBuffer[] {
  const { hashes, spanCounts, from, to, records, lengths } = traces;
  return [hashes, spanCounts, from, to, records, lengths].map(({ buffer }) => buffer);
}
