import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { adkReading } from "../../../src/project/config/config-file-for.ts";
import { parseSelectors } from "../../../src/project/eval-sets/parse-selectors.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";
import { withFiles } from "../with-files.ts";

interface SelectorsInput {
  readonly args: readonly string[];
  /** What exists in the current folder; the folders of these files do, too. */
  readonly files?: readonly string[];
  readonly config_file_path?: string;
}

interface SelectorsOutcome {
  readonly sets: readonly { readonly eval_set: string; readonly cases: readonly string[] }[];
  readonly config_file?: string | null;
  readonly as_files?: boolean;
}

export const checks: ConformanceKind = {
  inputs: ["args", "files", "config_file_path"],
  async hold(vector) {
    const { args, files, config_file_path } = vector.input as unknown as SelectorsInput;
    const outcome = outcomeOf(vector) as unknown as SelectorsOutcome;
    const selectors = parseSelectors(args);
    const sets = selectors.map(({ evalSet, cases }) => ({ eval_set: evalSet, cases }));
    expect(sets).toEqual(outcome.sets);
    if (files === undefined) return;
    await withFiles(files, (folder) => {
      const reading = adkReading(selectors, {
        given: config_file_path,
        exists: (path) => exists(folder, path),
      });
      expect(reading).toEqual({
        asFiles: outcome.as_files,
        configFile: outcome.config_file ?? undefined,
      });
    });
  },
};

/** As the system answers: an empty path is nothing, and a file is no folder. */
function exists(folder: string, path: string): boolean {
  const whole = resolve(folder, path);
  return path !== "" && existsSync(/[\\/]$/.test(path) ? `${whole}/` : whole);
}
