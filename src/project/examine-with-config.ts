import { relative, resolve } from "node:path";
import { isUserFacingError, type Problem } from "../core/errors.ts";
import { locateProblems } from "../core/json-text.ts";
import { CaseMentions } from "../eval-sets/case-mentions.ts";
import type { Examination } from "../eval-sets/examine-eval-set.ts";
import { checkEffects } from "./check-effects.ts";
import { configFileFor, isThere } from "./config-file-for.ts";
import { planMetrics } from "./plan-metrics.ts";
import { type EvalConfig, readConfig } from "./read-config.ts";
import { readTextFile } from "./read-text-file.ts";
import type { SelectedEvalSet } from "./select-eval-sets.ts";

interface ExaminedSet {
  readonly set: SelectedEvalSet;
  readonly found: Examination;
  /** Its text. */
  readonly source: string;
}

/** What a set asks for that the config it would be run with gives no effect. No code of the user's is loaded. */
export async function examineWithConfig(
  { set, found, source }: ExaminedSet,
  { cwd, configFilePath }: { readonly cwd: string; readonly configFilePath?: string | undefined },
): Promise<{
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string | undefined;
}> {
  const given = configFilePath === undefined ? undefined : resolve(cwd, configFilePath);
  const path = configFileFor(set.path, { given, exists: isThere, upTo: cwd });
  const configFile = path === undefined ? undefined : relative(cwd, path);
  if (found.problems.length > 0) return { problems: [], warnings: [], configFile };
  const config = path === undefined ? undefined : await tryConfig(path, given !== undefined);
  // a config that cannot be read is told by whoever runs it
  if (path !== undefined && config === undefined) return { problems: [], warnings: [], configFile };
  const mentions = new CaseMentions();
  for (const [index, evalCase] of found.evalSet.evalCases.entries()) mentions.add(evalCase, index);
  const { problems, warnings } = checkEffects(mentions, {
    metrics: planMetrics(config),
    customMetrics: config?.custom.keys() ?? [],
  });
  return {
    problems: locateProblems(source, problems, set.name),
    warnings: locateProblems(source, warnings, set.name),
    configFile,
  };
}

async function tryConfig(path: string, isAsked: boolean): Promise<EvalConfig | undefined> {
  try {
    return readConfig(await readTextFile(path, "config"), { file: path });
  } catch (error) {
    if (isAsked || !isUserFacingError(error)) throw error;
    return undefined;
  }
}
