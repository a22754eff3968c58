import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** 32 MB and some fifty milliseconds for each guess. */
const COST = 15;
const BLOCK = 8;
const BYTES = 32;
/** Each holds 32 MB; whoever guesses must not take the memory of everything else. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 30;

type Derive = (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;
const derive = promisify(scrypt) as Derive;

/** What a file may hold of a password: `scrypt$cost$block$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, salt, COST, BLOCK);
  return ["scrypt", COST, BLOCK, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether a password is the one. Without a hash it takes as long and is not: nobody learns which names there are. */
export async function isPassword(given: string, stored: string | undefined): Promise<boolean> {
  const read = readHash(stored ?? nobody);
  if (read === undefined) return false;
  const { cost, block, salt, hash } = read;
  const found = await derived(given, salt, cost, block);
  return timingSafeEqual(found, hash) && stored !== undefined;
}

/** Whether a text is a hash that passwords can be compared with. */
export function isHash(text: string): boolean {
  return readHash(text) !== undefined;
}

const nobody = `scrypt$${COST}$${BLOCK}$${"A".repeat(22)}$${"A".repeat(43)}`;

function readHash(text: string) {
  const found = /^scrypt\$(1[4-8])\$(8|16)\$([\w-]{22,})\$([\w-]{43})$/.exec(text);
  if (found === null) return undefined;
  const [, cost, block, salt = "", hash = ""] = found;
  return {
    cost: Number(cost),
    block: Number(block),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

let busy = 0;
const waiting: (() => void)[] = [];

/** Thrown where too many passwords wait to be looked at. */
export class TooManyGuesses extends Error {
  override readonly name = "TooManyGuesses";
}

async function derived(given: string, salt: Buffer, cost: number, block: number): Promise<Buffer> {
  if (busy >= MOST_AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new TooManyGuesses();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  try {
    const N = 2 ** cost;
    const options = { N, r: block, p: 1, maxmem: 256 * N * block };
    return await derive(given.normalize("NFC"), salt, BYTES, options);
  } finally {
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next();
  }
}
