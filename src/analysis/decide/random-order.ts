import { caseKeyOf } from "../../core/folds/case-key.ts";

/**
 * Where a case stands in an order that is drawn from a seed. It hangs on the seed and on the case alone, so that a run
 * that goes on, or that has grown, keeps the order it began with.
 */
export function randomRank(
  seed: number,
): (each: { readonly evalSetId: string; readonly evalId: string }) => number {
  return (each) => mixed(caseKeyOf(each), seed);
}

/** Two hashes of 32 bits, of which 53 bits make a number below 1. */
function mixed(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ Math.imul(seed, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = finished(high ^ (low >>> 13));
  low = finished(low ^ (high >>> 16));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}

function finished(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
