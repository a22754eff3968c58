import { augment } from "./augmenting-path.ts";

/**
 * Pairs as many of the left with the right as can be, each used once.
 * Gives the partner of each left one, or -1. A seed is a pairing to start from; it may be rearranged.
 */
export function maximumMatching(
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean,
  seed?: readonly number[],
): number[] {
  const partners = seed === undefined ? new Array<number>(left).fill(-1) : [...seed];
  const owners = new Array<number>(right).fill(-1);
  for (const [each, partner] of partners.entries()) if (partner >= 0) owners[partner] = each;
  const remembered = remember(right, fits);
  for (let each = 0; each < left; each += 1) {
    if (partners[each] === -1) augment(each, partners, owners, remembered);
  }
  return partners;
}

/** A pair may be looked at many times, and looking may mean running a pattern. */
function remember(
  right: number,
  fits: (left: number, right: number) => boolean,
): (left: number, right: number) => boolean {
  const known = new Map<number, boolean>();
  return (each, place) => {
    const key = each * right + place;
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = fits(each, place);
    known.set(key, answer);
    return answer;
  };
}
