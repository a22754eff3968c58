import { parentPort } from "node:worker_threads";
import { readTracePiece, type TracePiece, transfersOf } from "./trace-piece.ts";

/** The thread of `piece-pool.ts`: reads one piece after the other. */
parentPort?.on("message", (piece: TracePiece) => {
  const result = readTracePiece(piece);
  parentPort?.postMessage(result, result === undefined ? [] : transfersOf(result));
});
