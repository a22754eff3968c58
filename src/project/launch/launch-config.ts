import type { RunTable } from "../../core/folds/run-table.ts";
import { fieldsOf } from "../../core/json/loose-json.ts";
import type { RunSet } from "../../core/run-info.ts";
import { findProject } from "../assay-config/find-project.ts";
import { withJudge } from "../assay-config/project-config.ts";
import { type Project, readProjectAnew } from "../assay-config/read-project.ts";
import { configFileFor, isThere, readConfigText } from "../config/config-file-for.ts";
import { type EvalConfig, examineConfig, readConfig } from "../config/read-config.ts";
import { isConfigCode } from "../config/read-config-file.ts";

interface ConfigPlace {
  /** Where the run would begin; its project config is looked for from there. */
  readonly cwd: string;
  /** The folder above which no config of a set is looked for. */
  readonly upTo: string;
  /** The last run of the set. */
  readonly last: RunTable | undefined;
}

/**
 * What measures a set: the config near it, else the project's. No code is loaded: of a config that is code, what the last run
 * used of it is told. Undefined where none is known.
 */
export async function launchConfig(
  setPath: string,
  { cwd, upTo, last }: ConfigPlace,
): Promise<EvalConfig | undefined> {
  const near = configFileFor(setPath, { exists: isThere, upTo });
  const file = findProject(cwd);
  const project = file?.endsWith(".json") === true ? await readProjectAnew(file) : undefined;
  const recorded = () => recordedConfig(last?.about.sets.find(({ path }) => path === setPath));
  const config =
    near !== undefined
      ? readConfig(await readConfigText(near), { file: near })
      : project !== undefined
        ? await configOf(project, recorded)
        : file === undefined
          ? undefined
          : recorded();
  return config && withJudge(config, project?.judge);
}

async function configOf(
  { inline, configPath, path }: Project,
  recorded: () => EvalConfig | undefined,
): Promise<EvalConfig | undefined> {
  if (inline !== undefined) {
    const { key, value } = inline;
    return examineConfig(key === "criteria" ? { criteria: value } : value).config;
  }
  if (configPath === undefined || configPath === path) return undefined;
  if (!configPath.endsWith(".json")) return recorded();
  return readConfig(await readConfigText(configPath), { file: configPath });
}

/** As a run of the set has kept it, where it was code. Metrics that are code themselves are left out. */
function recordedConfig(set: RunSet | undefined): EvalConfig | undefined {
  const { path, metrics = [], judge } = set?.config ?? {};
  if (path === undefined || !isConfigCode(path)) return undefined;
  const criteria = metrics.flatMap(({ name, threshold, criterion, customFunctionPath }) =>
    threshold === undefined || customFunctionPath !== undefined
      ? []
      : [[name, { ...fieldsOf(criterion), threshold }]],
  );
  const { config } = examineConfig({ criteria: Object.fromEntries(criteria) });
  const judgeModel = judge?.isCode === true ? "a function" : judge?.model;
  return judgeModel === undefined ? config : { ...config, judgeModel };
}
