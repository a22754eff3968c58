import { existsSync, realpathSync } from "node:fs";
import type { RunInfo } from "../../core/run-info.ts";
import { fileOfSet } from "./file-of-set.ts";

export interface SetWanted {
  readonly evalSetId: string;
  /** The set's file, by which two sets of one id are told apart. */
  readonly file: string;
  readonly cwd: string;
}

/** Whether a run had an eval set, and not another one that calls itself so. */
export function isOfSet(about: RunInfo, { evalSetId, file, cwd }: SetWanted): boolean {
  const set = about.sets.find((each) => each.evalSetId === evalSetId);
  if (set === undefined) return false;
  return set.path === undefined || realPath(fileOfSet(about, set.path, cwd)) === realPath(file);
}

/** The same, and whether it had one whose file is gone: that of a set which was moved since. */
export function mayBeOfSet(about: RunInfo, wanted: SetWanted): boolean {
  if (isOfSet(about, wanted)) return true;
  const set = about.sets.find(({ evalSetId }) => evalSetId === wanted.evalSetId);
  return set?.path !== undefined && !existsSync(fileOfSet(about, set.path, wanted.cwd));
}

/** Runs name files as they were asked for, which may be by links. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
