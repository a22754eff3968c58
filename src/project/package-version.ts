import { readFileSync } from "node:fs";

/** The version of this package, from its package.json two folders up, in the source as in what is built. */
export function packageVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
