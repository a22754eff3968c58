import { dirname, relative } from "node:path";
import { hasAgentFile } from "../../agents/loading/find-agent-file.ts";
import { isUserFacingError, type Problem, type UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import type { Metric } from "../../core/metric.ts";
import { CaseMentions } from "../../eval-sets/reading/case-mentions.ts";
import type { ParseReport } from "../../eval-sets/reading/parse-eval-set.ts";
import { shortPath } from "../../files/short-path.ts";
import { findProject, isProjectFile } from "../assay-config/find-project.ts";
import { configFileFor, isInside, isThere, readConfigText } from "../config/config-file-for.ts";
import { type EvalConfig, readConfig } from "../config/read-config.ts";
import { isConfigCode, readConfigFile } from "../config/read-config-file.ts";
import { checkScorable } from "../metrics/check-scorable.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";
import { checkEffects } from "../plan/checks/check-effects.ts";
import { needsNotes } from "../plan/checks/plan-notes.ts";
import type { SelectedEvalSet } from "./select-eval-sets.ts";

interface ExaminedSet {
  readonly set: SelectedEvalSet;
  readonly found: ParseReport;
  /** Its text. */
  readonly source: string;
}

interface Effects {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** What is only true of the default criteria, which nobody may have meant. */
  readonly remarks: readonly Problem[];
  readonly configFile?: string | undefined;
}

/** The config that all sets are to be examined with. What is wrong with it is reported once, and not as a mistake of a set. */
export async function configToExamineWith(path: string): Promise<EvalConfig> {
  const config = await configOf(path);
  planMetrics(config);
  return config;
}

/** What a set asks for that the config it would be run with gives no effect, and what that config cannot score of it. */
export async function validateWithConfig(
  { set, found, source }: ExaminedSet,
  { cwd, given }: { readonly cwd: string; readonly given?: GivenConfig | undefined },
): Promise<Effects> {
  const near = given?.path ?? nearestConfig(set.path, cwd);
  let configFile = near === undefined ? undefined : relative(cwd, near);
  const nothing = () => ({ problems: [], warnings: [], remarks: [], configFile });
  if (found.problems.length > 0) return nothing();
  try {
    const path = near ?? (await projectsConfig(cwd));
    configFile = path === undefined ? undefined : relative(cwd, path);
    const config = given?.config ?? (path === undefined ? undefined : await configOf(path));
    const metrics = planMetrics(config);
    const mentions = new CaseMentions();
    for (const [index, each] of found.evalSet.evalCases.entries()) mentions.add(each, index);
    const effects = checkEffects(mentions, { metrics, customMetrics: config?.custom.keys() ?? [] });
    const unscored = await examineScoring(set.name, found, metrics);
    const [problems, warnings] = [effects.problems, effects.warnings].map((each) =>
      locateProblems(source, each, set.name),
    ) as [readonly Problem[], readonly Problem[]];
    if (configFile === undefined) {
      return { problems, warnings, remarks: unscored.problems };
    }
    return {
      problems: [...problems, ...unscored.problems],
      warnings: [...warnings, ...unscored.warnings],
      remarks: [],
      configFile,
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return {
      ...nothing(),
      problems: [error, ...error.others].map((each) => inConfig(each, error)),
    };
  }
}

/** As a run finds it: not above the folder of the agent that the set lies in. */
function nearestConfig(setPath: string, cwd: string): string | undefined {
  let upTo = cwd;
  for (let folder = dirname(setPath); isInside(folder, cwd); folder = dirname(folder)) {
    if (!hasAgentFile(folder)) continue;
    upTo = folder;
    break;
  }
  return configFileFor(setPath, { exists: isThere, upTo });
}

/** What a project says for sets that have no config of their own. */
async function projectsConfig(cwd: string): Promise<string | undefined> {
  const project = findProject(cwd);
  if (project === undefined) return undefined;
  const { readProject } = await import("../assay-config/read-project.ts");
  return (await readProject(project)).configPath;
}

export interface GivenConfig {
  readonly path: string;
  readonly config: EvalConfig;
}

/** A file of JSON is read without the code that it names; one that is code has to be loaded. */
async function configOf(path: string): Promise<EvalConfig> {
  if (isConfigCode(path) || isProjectFile(path)) return await readConfigFile(path);
  return readConfig(await readConfigText(path), { file: shortPath(path) });
}

/** Below the name of a set, its place has to say that it is another file's. */
function inConfig({ message, place, hint }: Problem, { place: first }: UserFacingError): Problem {
  const { file, line, column } = place ?? first ?? {};
  const where = [file, line, column].filter((each) => each !== undefined).join(":");
  return { message: where === "" ? message : `${where}: ${message}`, hint };
}

/** What a run by these metrics would refuse, or say before it begins. */
async function examineScoring(
  name: string,
  { evalSet: { evalCases } }: ParseReport,
  metrics: readonly Metric[],
): Promise<Pick<Effects, "problems" | "warnings">> {
  const read = (index: number) => {
    const evalCase = evalCases[index];
    if (evalCase === undefined) throw new Error(`there is no case ${index}`);
    return evalCase;
  };
  const isScenario = (index: number) => read(index).conversationScenario !== undefined;
  const planned = { source: { read, isScenario }, selected: [...evalCases.keys()], metrics };
  try {
    await checkScorable(name, planned);
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { problems: [{ message: error.message, hint: nameAnother }], warnings: [] };
  }
  const notes = await needsNotes(name, planned);
  return { problems: [], warnings: notes.map((message) => ({ message })) };
}

const nameAnother =
  "Name one that looks at conversations, such as multi_turn_task_success_v1 or rubric_based_multi_turn_trajectory_quality_v1.";
