import type { LogRecord, Span } from "../../../core/traces/span.ts";
import type { TraceContent } from "../../../traces/formats/trace-content.ts";
import { traceHash } from "../../../traces/pieces/trace-hash.ts";
import { traceRecord } from "../../../traces/records/trace-record.ts";
import { findTurns } from "../../../traces/turns/find-turns.ts";
import { spanTree } from "../../../traces/turns/span-tree.ts";
import type { FoundTraces, StoredTraces } from "./found-traces.ts";
import { linesWith } from "./lines-with.ts";
import { type SplitTraces, splitTraces } from "./split-traces.ts";
import type { TracePiece } from "./trace-piece.ts";

/** Bytes of spans that may wait for the rest of their traces; where more would, files are read once more for each so many. */
const WAITING = 32 * 1024 * 1024;

/**
 * Puts together the traces that several pieces have something of: the lines that mention them are read again, and a trace is
 * complete with the last piece that mentions it.
 */
export function joinSplitTraces(
  pieces: readonly TracePiece[],
  found: FoundTraces,
  waiting: number = WAITING,
): void {
  const split = found.split();
  if (split.size === 0) return;
  const about = splitTraces(pieces, found, split);
  const shares = Math.max(1, Math.ceil(about.mostWaiting / waiting));
  for (let share = 0; share < shares; share += 1) {
    const isOwn = (hash: number) => split.has(hash) && hash % shares === share;
    joinShare(pieces, { found, isOwn, about });
  }
}

interface OpenTrace {
  readonly hash: number;
  readonly spans: Span[];
  readonly logs: LogRecord[];
  /** Of its first span. */
  place?: { readonly piece: number; readonly place: number };
}

interface Share {
  readonly found: FoundTraces;
  readonly isOwn: (hash: number) => boolean;
  readonly about: SplitTraces;
}

function joinShare(pieces: readonly TracePiece[], { found, isOwn, about }: Share): void {
  const open = new Map<string, OpenTrace>();
  for (const [at, piece] of pieces.entries()) {
    const traces = found.tracesOf(at);
    if (traces === undefined || !traces.hashes.some(isOwn)) continue;
    const places = placesOf(traces);
    const placeIn = (hash: number) => ({ piece: at, place: places.get(hash)?.shift() ?? 0 });
    for (const content of linesWith(piece, traces, isOwn)) {
      gather(content, { open, isOwn, placeIn });
    }
    for (const [traceId, { hash, spans, logs, place }] of open) {
      if (about.lastPiece.get(hash) !== at) continue;
      open.delete(traceId);
      if (place === undefined) continue;
      const record = traceRecord(findTurns(spanTree(traceId, spans, logs)));
      found.join(place.piece, place.place, record);
    }
  }
}

interface Gathering {
  readonly open: Map<string, OpenTrace>;
  readonly isOwn: (hash: number) => boolean;
  readonly placeIn: (hash: number) => NonNullable<OpenTrace["place"]>;
}

function gather({ spans, logs }: TraceContent, { open, isOwn, placeIn }: Gathering): void {
  const find = (traceId: string): OpenTrace | undefined => {
    const known = open.get(traceId);
    if (known !== undefined) return known;
    const hash = traceHash(traceId);
    if (!isOwn(hash)) return undefined;
    const trace: OpenTrace = { hash, spans: [], logs: [] };
    open.set(traceId, trace);
    return trace;
  };
  for (const span of spans) {
    const trace = find(span.traceId);
    if (trace === undefined) continue;
    trace.place ??= placeIn(trace.hash);
    trace.spans.push(span);
  }
  for (const log of logs) if (log.traceId !== undefined) find(log.traceId)?.logs.push(log);
}

/** The places of traces with spans by their hashes, of which two may have the same. */
function placesOf({ hashes, spanCounts }: StoredTraces): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, hash] of hashes.entries()) {
    if (spanCounts[place] === 0) continue;
    const known = places.get(hash);
    if (known === undefined) places.set(hash, [place]);
    else known.push(place);
  }
  return places;
}
