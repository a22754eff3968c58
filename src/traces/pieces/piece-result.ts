import type { TraceProblem } from "../formats/trace-content.ts";

/** What a piece of a file was found to hold, in a form that goes from one thread to another without being copied. */
export interface PieceResult {
  /** Something in it is only understood together with the rest of its file, which must be read whole. */
  readonly needsWhole: boolean;
  /** Lines, empty ones included. */
  readonly lineCount: number;
  /** The first of them; lines are counted from the beginning of the piece. */
  readonly problems: readonly TraceProblem[];
  readonly problemCount: number;
  readonly warnings: readonly string[];
  readonly warningCount: number;
  readonly spanCount: number;
  readonly traces: PieceTraces;
}

/** The traces of a piece in the order of their first span; those that only log records mention come last. */
export interface PieceTraces {
  /** By `traceHash`. */
  readonly hashes: Float64Array<ArrayBuffer>;
  /** 0 for traces that are only mentioned. */
  readonly spanCounts: Uint32Array<ArrayBuffer>;
  /** From the first to behind the last line that mentions the trace, counted from the beginning of the piece. */
  readonly from: Uint32Array<ArrayBuffer>;
  readonly to: Uint32Array<ArrayBuffer>;
  /** The texts of their records, one after the other, as if nothing of a trace were elsewhere. */
  readonly records: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** What makes traces a conversation, as one text; null where a trace stands alone. */
  readonly keys: readonly (string | null)[];
  /** A sender gave its session a name. */
  readonly hasNames: boolean;
  readonly hasAgentNames: boolean;
}

/** More sentences than anybody reads are counted only. */
export const MOST_SENTENCES = 100;
