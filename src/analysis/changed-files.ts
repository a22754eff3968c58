import type { RunInfo } from "../core/run-info.ts";

type Known = Pick<RunInfo, "inputs" | "cwd" | "sets">;

/** Code and prompts that are not the same in two runs, as far as both know them. */
export function changedFiles(before: Known, after: Known): readonly string[] {
  const a = before.inputs;
  const b = after.inputs;
  if (a === undefined || b === undefined) return [];
  const names = new Set([...Object.keys(a.files), ...Object.keys(b.files)]);
  return [...names].filter(
    (name) =>
      a.files[name] !== b.files[name] && !isMeasure(name, before) && !isMeasure(name, after),
  );
}

/**
 * A config or a set that lies in the agent's folder is told apart from it only by the run that used it; to another
 * run it is one of the agent's files. What it says is compared elsewhere.
 */
function isMeasure(name: string, { cwd, sets }: Known): boolean {
  const path = cwd === undefined ? name : `${cwd.replaceAll("\\", "/")}/${name}`;
  return sets.some((set) =>
    [set.path, set.config.path].some((each) => {
      const used = each?.replaceAll("\\", "/");
      return used === name || used === path;
    }),
  );
}

const SHOWN = 5;

export function filesText(files: readonly string[]): string {
  return files.slice(0, SHOWN).join(", ") + (files.length > SHOWN ? " and others" : "");
}
