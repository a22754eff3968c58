import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { startThread } from "../../../files/start-thread.ts";
import type { PieceResult } from "../../../traces/pieces/piece-result.ts";
import { readTracePiece, type TracePiece } from "./trace-piece.ts";

/** Starting a thread takes as long as reading so much. */
const WORTH_A_THREAD = 12 * 1024 * 1024;
/** Pieces that the thread has at once, so that it need not wait while this one is busy. */
const AHEAD = 2;

/** Hears of each piece, in any order. */
type OnPiece = (place: number, result: PieceResult | undefined) => void;

interface Job {
  readonly place: number;
  readonly piece: TracePiece;
}

/** Reads pieces of files; with a second thread where that is worth it. Each thread has a heap of its own, so no more. */
export async function readPieces(
  pieces: readonly TracePiece[],
  onPiece: OnPiece,
  worthAThread: number = WORTH_A_THREAD,
): Promise<void> {
  const size = pieces.reduce((sum, { from, to }) => sum + (to - from), 0);
  let next = 0;
  const take = (): Job | undefined => {
    const place = next;
    const piece = pieces[place];
    next += 1;
    return piece === undefined ? undefined : { place, piece };
  };
  const isWorthIt = size >= worthAThread && availableParallelism() > 1 && pieces.length > 1;
  const ended = new AbortController();
  const other = isWorthIt ? readElsewhere(take, onPiece, ended.signal) : undefined;
  try {
    await Promise.all([readHere(take, onPiece), other]);
  } finally {
    ended.abort();
  }
}

async function readHere(take: () => Job | undefined, onPiece: OnPiece): Promise<void> {
  for (let job = take(); job !== undefined; job = take()) {
    onPiece(job.place, readTracePiece(job.piece));
    // signals, timers and what the other thread has read have their turn
    await setImmediate();
  }
}

async function readElsewhere(
  take: () => Job | undefined,
  onPiece: OnPiece,
  signal: AbortSignal,
): Promise<void> {
  // the command is a bundle, in which it lies beside the chunk that this is in
  const file = import.meta.url.endsWith(".ts") ? "./piece-worker.ts" : "./piece-worker.js";
  const worker = startThread(new URL(file, import.meta.url));
  try {
    await new Promise<void>((resolve, reject) => {
      const asked: Job[] = [];
      const ask = (): void => {
        for (let job = asked.length < AHEAD ? take() : undefined; job !== undefined; ) {
          asked.push(job);
          worker.postMessage(job.piece);
          job = asked.length < AHEAD ? take() : undefined;
        }
        if (asked.length === 0) resolve();
      };
      worker.on("error", reject);
      worker.on("exit", () => reject(new Error("a thread that reads traces has ended")));
      worker.on("message", (result: PieceResult | undefined) => {
        try {
          onPiece(asked.shift()?.place ?? 0, result);
          ask();
        } catch (error) {
          reject(error);
        }
      });
      signal.addEventListener("abort", () => resolve(), { once: true });
      ask();
    });
  } finally {
    await worker.terminate();
  }
}
