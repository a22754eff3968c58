import { textHash } from "../core/hash/text-hash.ts";
import { bandsOf } from "./min-hash.ts";

/** Texts that share so much of their pieces are nearly the same. */
const ALIKE = 0.8;

/** A crowd of equal texts is reported once, not as every pair of it. */
const MOST_PAIRS = 20;

interface Named {
  readonly id: string;
  readonly text: string;
}

/** Pairs that are nearly the same, found by MinHash: texts meet only where a band of their signatures is equal. */
export function nearDuplicates(texts: readonly Named[]): readonly (readonly [string, string])[] {
  const buckets = new Map<string, number[]>();
  const pieces = texts.map(({ text }) => piecesOf(text));
  const pairs: (readonly [string, string])[] = [];
  const paired = new Set<number>();
  for (const [index, own] of pieces.entries()) {
    const other = own.size === 0 ? undefined : twinOf(index, own);
    if (other === undefined || paired.has(index)) continue;
    paired.add(index);
    pairs.push([texts[other]?.id ?? "", texts[index]?.id ?? ""]);
    if (pairs.length === MOST_PAIRS) break;
  }
  return pairs;

  /** The first text before this one that it resembles; this one is put where later ones will look. */
  function twinOf(index: number, own: ReadonlySet<number>): number | undefined {
    let twin: number | undefined;
    for (const key of bandsOf(own)) {
      const bucket = buckets.get(key) ?? [];
      twin ??= bucket.find((other) => likeness(own, pieces[other] ?? new Set()) >= ALIKE);
      if (twin === undefined || bucket.length < 8) bucket.push(index);
      buckets.set(key, bucket);
    }
    return twin;
  }
}

/** Hashes of all runs of three words. */
function piecesOf(text: string): ReadonlySet<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return new Set();
  const count = Math.max(1, words.length - 2);
  return new Set(
    Array.from({ length: count }, (_, at) => textHash(words.slice(at, at + 3).join(" "))),
  );
}

function likeness(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared += 1;
  return shared / (a.size + b.size - shared);
}
