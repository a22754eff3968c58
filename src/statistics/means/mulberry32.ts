import { needFinite } from "../need-finite.ts";

/**
 * The house's generator of chance: mulberry32. The same seed gives the same numbers, from 0 up to but not including 1,
 * on every machine, so that whatever was drawn can be drawn again.
 */
export function mulberry32(seed: number): () => number {
  needFinite([seed], "seeds");
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
