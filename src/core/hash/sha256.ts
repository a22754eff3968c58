/**
 * SHA-256 of a text, as lower-case hex. Browsers have it only as a promise, and what is derived from a run must be there at
 * once and everywhere the same.
 */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    schedule.set(words.subarray(block, block + 16));
    mixBlock(state, schedule);
  }
  let hex = "";
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex;
}

/** The bytes as words, with a 1 after the last bit and their length at the end. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16);
  for (let at = 0; at < bytes.length; at += 1) {
    words[at >> 2] = (words[at >> 2] ?? 0) | ((bytes[at] ?? 0) << (24 - (at % 4) * 8));
  }
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << (24 - (end % 4) * 8));
  words[words.length - 2] = Math.floor(end / 0x20000000);
  words[words.length - 1] = end << 3;
  return words;
}

function mixBlock(state: Int32Array, w: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const [a, b] = [w[at - 15] ?? 0, w[at - 2] ?? 0];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[at] = ((w[at - 16] ?? 0) + low + (w[at - 7] ?? 0) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const ahead = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + ahead + chosen + (ROUNDS[at] ?? 0) + (w[at] ?? 0)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = ((state[at] ?? 0) + (mixed[at] ?? 0)) | 0;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

const primes = firstPrimes(64);
/** The first bits after the point of the square roots of 8 primes, and of the cube roots of 64. */
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

function fraction(root: number): number {
  return ((root % 1) * 0x100000000) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
