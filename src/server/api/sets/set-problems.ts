import { dirname } from "node:path";
import { isUserFacingError, type Problem } from "../../../core/errors.ts";
import { parseEvalSet } from "../../../eval-sets/reading/parse-eval-set.ts";
import { configFileFor, isThere, readConfigText } from "../../../project/config/config-file-for.ts";
import { readConfig } from "../../../project/config/read-config.ts";
import { validateWithConfig } from "../../../project/eval-sets/validate-with-config.ts";
import type { ServerParts } from "../server-parts.ts";
import type { SetFile } from "./set-files.ts";
import type { SetText } from "./set-memory.ts";

interface Found {
  /** What keeps cases from being run or scored. */
  readonly problems: readonly Problem[];
  /** What is allowed, and probably not meant. */
  readonly warnings: readonly Problem[];
  /** The config that the set would be run with, where that is a file of JSON; from the folder of agents. */
  readonly configFile?: string | undefined;
}

/** What is wrong with a set, also with the config that it would be run with. Configs that are code are not loaded here. */
export async function setProblems(
  { file, path }: SetFile,
  { text, problems, warnings }: SetText,
  { agentsFolder }: Pick<ServerParts, "agentsFolder">,
): Promise<Found> {
  const found = { problems, warnings };
  const configFile = configFileFor(file, { exists: isThere, upTo: agentsFolder });
  if (problems.length > 0 || configFile === undefined) return found;
  try {
    const config = readConfig(await readConfigText(configFile), { file: configFile });
    const effects = await validateWithConfig(
      {
        set: { path: file, name: path, cases: [] },
        found: parseEvalSet(text, { file: path }),
        source: text,
      },
      { cwd: dirname(file), given: { path: configFile, config } },
    );
    return {
      problems: effects.problems,
      warnings: [...warnings, ...effects.warnings, ...effects.remarks],
      configFile,
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    // the config has its own place, and its mistake is none of the set
    const { message, hint, place } = error;
    return { ...found, warnings: [...warnings, { message, hint, place }], configFile };
  }
}
