import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "statistics-vectors.json");
// biome-ignore lint/suspicious/noExplicitAny: every vector has a form of its own
type Vector = { in: any; out: any };
const vectors: Record<string, Vector> = JSON.parse(readFileSync(file, "utf8"));

/** What is given, by vector and key, and not yet looked at. */
const unread = new Map<string, Set<string>>();

export function vector(name: string): Vector {
  const found = vectors[name];
  if (found === undefined) throw new Error(`there is no vector ${name}`);
  const keys = unread.get(name) ?? new Set(Object.keys(found.in));
  unread.set(name, keys);
  const given = new Proxy(found.in, {
    get(target, key, receiver) {
      keys.delete(String(key));
      return Reflect.get(target, key, receiver);
    },
  });
  return { in: given, out: found.out };
}

/** Keys of the vectors opened so far that nobody read: what is given and left out of the sum proves nothing. */
export function unreadKeys(): readonly string[] {
  return [...unread].flatMap(([name, keys]) => [...keys].map((key) => `${name}.in.${key}`));
}

export function namesOf(start = ""): readonly string[] {
  const names = Object.keys(vectors).filter((name) => name.startsWith(start));
  if (names.length === 0) throw new Error(`there is no vector ${start}…`);
  return names;
}
