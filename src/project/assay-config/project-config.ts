import { dirname } from "node:path";
import { rememberListed } from "../../agents/secrets/known-secrets.ts";
import { UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import type { SchemaProblem } from "../../core/schema/parse-context.ts";
import { shortPath } from "../../files/short-path.ts";
import { type EvalConfig, examineConfig } from "../config/read-config.ts";
import { readConfigObject } from "../config/read-config-object.ts";
import type { ProjectJudge } from "../define/define-project.ts";
import { loadCustomMetrics } from "../metrics/load-custom-metric.ts";
import { type Project, readProject, throwProblems } from "./read-project.ts";

/** The test config that a project config contains or names, with its judge. */
export async function readProjectConfig(
  path: string,
  readFile: (path: string) => Promise<EvalConfig>,
): Promise<EvalConfig> {
  const project = await readProject(path);
  const { inline, configPath, judge } = project;
  if (inline !== undefined) return withJudge(await readInline(project, inline), judge);
  if (configPath !== undefined) return withJudge(await readFile(configPath), judge);
  throw new UserFacingError("config/invalid", `${shortPath(path)} names no criteria.`, {
    hint: 'Write "criteria": {"response_match_score": 0.8} into it, or leave it out as a config.',
    place: { file: shortPath(path) },
  });
}

async function readInline(
  { path, text }: Project,
  { key, value }: NonNullable<Project["inline"]>,
): Promise<EvalConfig> {
  const directory = dirname(path);
  const whole = key === "criteria" ? { criteria: value } : value;
  if (text === undefined) return await readConfigObject(whole, directory);
  const { config, problems, warnings } = examineConfig(whole);
  const file = shortPath(path);
  const inFile = (each: SchemaProblem) =>
    key === "criteria" ? each : { ...each, path: [key, ...each.path] };
  throwProblems(problems.map(inFile), { file, text });
  rememberListed(config.secrets ?? []);
  const loaded = await loadCustomMetrics(config, directory);
  return {
    ...config,
    custom: new Map([...config.custom, ...loaded]),
    warnings: locateProblems(text, warnings.map(inFile), file),
  };
}

type JudgeChoice = Partial<Pick<EvalConfig, "judgeModel" | "baseUrl" | "judgeCheck">>;

/** A config that names a judge keeps it; the project's is for those that name none. */
export function withJudge<T extends JudgeChoice>(config: T, judge: ProjectJudge | undefined): T {
  if (judge === undefined) return config;
  const { model, baseUrl, check } = judge;
  return {
    ...config,
    ...(config.judgeModel === undefined && model !== undefined ? { judgeModel: model } : {}),
    ...(config.baseUrl === undefined && baseUrl !== undefined ? { baseUrl } : {}),
    ...(config.judgeCheck === undefined && check !== undefined ? { judgeCheck: check } : {}),
  };
}
