import type { HashSet } from "../../../traces/pieces/hash-set.ts";
import type { FoundTraces } from "./found-traces.ts";
import type { TracePiece } from "./trace-piece.ts";

/** Of traces that several pieces have something of: when each is complete, and how much waits for that. */
export interface SplitTraces {
  /** By hash, the last piece that mentions it. */
  readonly lastPiece: ReadonlyMap<number, number>;
  /** Bytes of spans that wait at once for the rest of their traces, about. */
  readonly mostWaiting: number;
}

export function splitTraces(
  pieces: readonly TracePiece[],
  found: FoundTraces,
  split: HashSet,
): SplitTraces {
  const lastPiece = new Map<number, number>();
  for (const at of pieces.keys()) {
    for (const hash of found.tracesOf(at)?.hashes ?? []) {
      if (split.has(hash)) lastPiece.set(hash, at);
    }
  }
  return { lastPiece, mostWaiting: mostWaiting(pieces, found, lastPiece) };
}

function mostWaiting(
  pieces: readonly TracePiece[],
  found: FoundTraces,
  lastPiece: ReadonlyMap<number, number>,
): number {
  const open = new Map<number, number>();
  let now = 0;
  let most = 0;
  for (const [at, piece] of pieces.entries()) {
    for (const [hash, bytes] of bytesIn(piece, at, found, lastPiece)) {
      now += bytes;
      open.set(hash, (open.get(hash) ?? 0) + bytes);
    }
    most = Math.max(most, now);
    for (const [hash, bytes] of open) {
      if (lastPiece.get(hash) !== at) continue;
      now -= bytes;
      open.delete(hash);
    }
  }
  return most;
}

/** What a piece has of each, as if all of its spans were of the same size. */
function* bytesIn(
  { from, to }: TracePiece,
  at: number,
  found: FoundTraces,
  split: ReadonlyMap<number, number>,
): Generator<readonly [hash: number, bytes: number]> {
  const traces = found.tracesOf(at);
  if (traces === undefined) return;
  const spans = traces.spanCounts.reduce((sum, count) => sum + count, 0);
  for (const [place, hash] of traces.hashes.entries()) {
    const own = traces.spanCounts[place] ?? 0;
    if (own > 0 && split.has(hash)) yield [hash, ((to - from) / spans) * own];
  }
}
