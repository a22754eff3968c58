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

function countShared(wanted: readonly string[], given: readonly string[]): number {
  return wanted.length <= MOST_BITS ? countFew(wanted, given) : countMany(wanted, given);
}

/** One bit for each wanted token that has been met: for a sentence or two quicker than any map. */
function countFew(wanted: readonly string[], given: readonly string[]): number {
  let met = 0;
  let shared = 0;
  for (const token of given) {
    for (let place = 0; place < wanted.length; place += 1) {
      if (wanted[place] !== token || (met & (1 << place)) !== 0) continue;
      met |= 1 << place;
      shared += 1;
      break;
    }
  }
  return shared;
}

const MOST_BITS = 32;

function countMany(wanted: readonly string[], given: readonly string[]): number {
  const counts = new Map<string, number>();
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
