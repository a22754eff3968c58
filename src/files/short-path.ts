import { isAbsolute, relative } from "node:path";

/** A path as messages show it: from the folder the command runs in, or whole where it lies outside of that. */
export function shortPath(path: string, cwd = process.cwd()): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
}
