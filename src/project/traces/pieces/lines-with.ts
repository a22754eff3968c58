import { readFileSync } from "node:fs";
import { readLine } from "../../../traces/formats/read-line.ts";
import { readTraceBytes } from "../../../traces/formats/read-trace-bytes.ts";
import { ContentBuilder, type TraceContent } from "../../../traces/formats/trace-content.ts";
import { linesIn } from "../../../traces/pieces/read-piece.ts";
import type { StoredTraces } from "./found-traces.ts";
import { bytesAt, type TracePiece } from "./trace-piece.ts";

/** What the lines of a piece hold that may mention one of these traces, with what else stands between them. */
export function* linesWith(
  { path, from, whole }: TracePiece,
  traces: StoredTraces,
  isOwn: (hash: number) => boolean,
): Generator<TraceContent> {
  if (whole !== undefined) {
    const content = readTraceBytes(readFileSync(path), whole.format);
    if (content !== undefined) yield content;
    return;
  }
  for (const range of rangesOf(traces, isOwn)) {
    for (const { text } of linesIn(bytesAt(path, from + range.from, from + range.to))) {
      const content = new ContentBuilder();
      if (text !== "" && readLine(text, content).kind === "read") yield content;
    }
  }
}

interface Range {
  readonly from: number;
  to: number;
}

/** From the first to the last line of each, those that overlap as one. */
function rangesOf(
  { hashes, from, to }: StoredTraces,
  isOwn: (hash: number) => boolean,
): readonly Range[] {
  const all: Range[] = [];
  for (const [place, hash] of hashes.entries()) {
    if (isOwn(hash)) all.push({ from: from[place] ?? 0, to: to[place] ?? 0 });
  }
  all.sort((a, b) => a.from - b.from);
  const merged: Range[] = [];
  for (const range of all) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else merged.push(range);
  }
  return merged;
}
