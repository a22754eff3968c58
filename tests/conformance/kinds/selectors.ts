import { expect } from "vitest";
import { adkReading } from "../../../src/project/config-file-for.ts";
import { parseSelectors } from "../../../src/project/parse-selectors.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface SelectorsInput {
  readonly args: readonly string[];
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
  hold(vector) {
    const { args, files, config_file_path } = vector.input as unknown as SelectorsInput;
    const outcome = outcomeOf(vector) as unknown as SelectorsOutcome;
    const selectors = parseSelectors(args);
    const sets = selectors.map(({ evalSet, cases }) => ({ eval_set: evalSet, cases }));
    expect(sets).toEqual(outcome.sets);
    if (files === undefined) return;
    const reading = adkReading(selectors, {
      given: config_file_path,
      exists: (path) => files.includes(path),
    });
    expect(reading).toEqual({
      asFiles: outcome.as_files,
      configFile: outcome.config_file ?? undefined,
    });
  },
};
