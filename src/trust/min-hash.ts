const BANDS = 16;
const ROWS = 4;

/** Parts of a signature: two texts that share most of their pieces are equal in one of them, most likely. */
export function bandsOf(pieces: ReadonlySet<number>): readonly string[] {
  const signature = Array.from({ length: BANDS * ROWS }, (_, seed) => smallest(pieces, seed));
  return Array.from(
    { length: BANDS },
    (_, band) => `${band}:${signature.slice(band * ROWS, (band + 1) * ROWS).join(",")}`,
  );
}

function smallest(pieces: ReadonlySet<number>, seed: number): number {
  let least = 0xffffffff;
  for (const piece of pieces) least = Math.min(least, mix(piece ^ Math.imul(seed + 1, 0x9e3779b1)));
  return least;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
