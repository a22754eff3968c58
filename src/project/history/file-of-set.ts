import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { RunInfo } from "../../core/run-info.ts";

/**
 * Where the file of a run's eval set lies for who asks from `cwd`. A folder that was moved, or somebody else's checkout, has
 * it at the same place from where runs begin.
 */
export function fileOfSet({ cwd: from }: Pick<RunInfo, "cwd">, path: string, cwd: string): string {
  const file = resolve(from ?? cwd, path);
  if (from === undefined || existsSync(file)) return file;
  const inside = relative(from, file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : resolve(cwd, inside);
}
