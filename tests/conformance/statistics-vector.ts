import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "statistics-vectors.json");
// biome-ignore lint/suspicious/noExplicitAny: every vector has a form of its own
const vectors: Record<string, { in: any; out: any }> = JSON.parse(readFileSync(file, "utf8"));

export function vector(name: string) {
  const found = vectors[name];
  if (found === undefined) throw new Error(`there is no vector ${name}`);
  return found;
}

export function namesOf(start = ""): readonly string[] {
  const names = Object.keys(vectors).filter((name) => name.startsWith(start));
  if (names.length === 0) throw new Error(`there is no vector ${start}…`);
  return names;
}
