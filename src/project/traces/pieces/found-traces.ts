import { openSpill, type Spill } from "../../../files/spill.ts";
import { HashSet } from "../../../traces/pieces/hash-set.ts";
import { groupKey, hasAgentName } from "../../../traces/pieces/piece-builder.ts";
import type { PieceTraces } from "../../../traces/pieces/piece-result.ts";
import { recordText } from "../../../traces/records/record-text.ts";
import type { TraceRecord } from "../../../traces/records/trace-record.ts";

/** Traces by the pieces they were found in. Their records lie in a spill; in memory is what they are found by. */
export interface FoundTraces {
  add(piece: number, traces: PieceTraces): void;
  /** Forgets all of them: they are read anew. */
  clear(): void;
  /** Hashes of traces that several pieces have something of. */
  split(): HashSet;
  tracesOf(piece: number): StoredTraces | undefined;
  /** A trace that was put together from several pieces, at the place of its first span. */
  join(piece: number, place: number, record: TraceRecord): void;
  /** All of them, in the order of their first spans. */
  list(): TraceList;
  close(): void;
}

export type StoredTraces = Omit<PieceTraces, "records">;

/** Where the records lie, one entry a trace. */
export interface TraceList {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly keys: readonly (string | null)[];
  readonly hasNames: boolean;
  readonly hasAgentNames: boolean;
  readonly spill: Spill;
}

interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly key: string | null;
}

interface StoredPiece {
  readonly traces: StoredTraces;
  readonly offset: number;
}

/** More than any piece has traces. */
const PLACES = 2 ** 24;

export function foundTraces(): FoundTraces {
  const spill = openSpill();
  const pieces: StoredPiece[] = [];
  const joined = new Map<number, Entry>();
  let hasNames = false;
  let hasAgentNames = false;
  let twice = new HashSet();

  function* entries(): Generator<Entry> {
    for (const [piece, stored] of pieces.entries()) {
      for (const [place, own] of entriesOf(stored, twice)) {
        const entry = joined.get(piece * PLACES + place) ?? own;
        if (entry !== undefined) yield entry;
      }
    }
  }

  return {
    add(piece, { records, ...traces }) {
      pieces[piece] = { traces, offset: spill.add(records) };
      hasNames ||= traces.hasNames;
      hasAgentNames ||= traces.hasAgentNames;
    },
    clear() {
      pieces.length = 0;
      hasNames = false;
      hasAgentNames = false;
    },
    split() {
      const once = new HashSet();
      twice = new HashSet();
      for (const { traces } of pieces) {
        for (const hash of traces.hashes) if (!once.add(hash)) twice.add(hash);
      }
      return twice;
    },
    tracesOf: (piece) => pieces[piece]?.traces,
    join(piece, place, record) {
      const bytes = new TextEncoder().encode(recordText(record));
      const { length } = bytes;
      const entry = { offset: spill.add(bytes), length, key: groupKey(record) };
      joined.set(piece * PLACES + place, entry);
      hasNames ||= record.key.kind === "name";
      hasAgentNames ||= hasAgentName(record);
    },
    list() {
      const most = pieces.reduce((sum, { traces }) => sum + traces.hashes.length, 0);
      const offsets = new Float64Array(most);
      const lengths = new Uint32Array(most);
      const keys: (string | null)[] = [];
      for (const { offset, length, key } of entries()) {
        offsets[keys.length] = offset;
        lengths[keys.length] = length;
        keys.push(key);
      }
      const count = keys.length;
      pieces.length = 0;
      joined.clear();
      return {
        offsets: offsets.subarray(0, count),
        lengths: lengths.subarray(0, count),
        keys,
        hasNames,
        hasAgentNames,
        spill,
      };
    },
    close: () => spill.close(),
  };
}

/** What a piece has by place; undefined for traces that are not whole in it. */
function* entriesOf(
  { traces, offset }: StoredPiece,
  split: HashSet,
): Generator<readonly [place: number, entry: Entry | undefined]> {
  let at = offset;
  for (const [place, length] of traces.lengths.entries()) {
    const isWhole = length > 0 && !split.has(traces.hashes[place] ?? 0);
    yield [place, isWhole ? { offset: at, length, key: traces.keys[place] ?? null } : undefined];
    at += length;
  }
}
