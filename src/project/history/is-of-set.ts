import { realpathSync } from "node:fs";
import type { RunInfo } from "../../core/run-info.ts";
import { fileOfSet } from "./file-of-set.ts";

interface SetWanted {
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

/** Runs name files as they were asked for, which may be by links. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
