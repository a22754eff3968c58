import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** Taken before an agent is loaded that could put another in its place. */
const hmac = createHmac;
const { parse, stringify } = JSON;

/** Signs each message with a key that only the two ends know, and with its place, so that none can be said again. */
export function lineSigner(key: string): (message: object) => string {
  const secret = keyOf(key);
  let place = 0;
  return (message) => {
    const text = stringify(message);
    place += 1;
    return `${signature(secret, place, text).toString("base64url")} ${text}\n`;
  };
}

/** Reads lines that were signed; undefined for one that was not. */
export function lineReader(key: string): (line: string) => unknown {
  const secret = keyOf(key);
  let place = 0;
  return (line) => {
    const space = line.indexOf(" ");
    const text = line.slice(space + 1);
    const given = Buffer.from(line.slice(0, Math.max(0, space)), "base64url");
    place += 1;
    const expected = signature(secret, place, text);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    try {
      return parse(text);
    } catch {
      return undefined;
    }
  };
}

/** An object of Node's own: nobody who watches what is signed gets to see the key. */
function keyOf(key: string): KeyObject {
  return createSecretKey(Buffer.from(key, "hex"));
}

function signature(key: KeyObject, place: number, text: string): Buffer {
  return hmac("sha256", key).update(`${place} ${text}`).digest();
}
