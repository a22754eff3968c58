import { rougeTokens } from "./rouge-tokens.ts";

/** How far two texts share their words, each counted as often as both have it. */
export interface RougeScore {
  readonly precision: number;
  readonly recall: number;
  readonly fmeasure: number;
}

/** ROUGE-1 of a candidate against a reference; an empty side, or two, gives 0. */
export function rouge1(reference: string, candidate: string): RougeScore {
  const wanted = rougeTokens(reference);
  const given = rougeTokens(candidate);
  const shared = countShared(wanted, given);
  if (shared === 0) return NOTHING_SHARED;
  const precision = shared / given.length;
  const recall = shared / wanted.length;
  return { precision, recall, fmeasure: (2 * precision * recall) / (precision + recall) };
}

const NOTHING_SHARED: RougeScore = { precision: 0, recall: 0, fmeasure: 0 };

// one map for all pairs: scoring is synchronous, and a new map per pair would cost more than the counting
const counts = new Map<string, number>();

function countShared(wanted: readonly string[], given: readonly string[]): number {
  counts.clear();
  for (const token of wanted) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of given) {
    const left = counts.get(token);
    if (left === undefined || left === 0) continue;
    counts.set(token, left - 1);
    shared += 1;
  }
  return shared;
}
