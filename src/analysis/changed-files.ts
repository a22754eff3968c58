import type { RunInfo } from "../core/run-info.ts";

/** Code and prompts that are not the same in two runs, as far as both know them. */
export function changedFiles(
  { inputs: a }: Pick<RunInfo, "inputs">,
  { inputs: b }: Pick<RunInfo, "inputs">,
): readonly string[] {
  if (a === undefined || b === undefined) return [];
  const names = new Set([...Object.keys(a.files), ...Object.keys(b.files)]);
  return [...names].filter((name) => a.files[name] !== b.files[name]);
}

const SHOWN = 5;

export function filesText(files: readonly string[]): string {
  return files.slice(0, SHOWN).join(", ") + (files.length > SHOWN ? " and others" : "");
}
