import type { EvalConfig } from "../config/read-config.ts";
import type { AskedGates } from "../gates/asked-gates.ts";
import type { RunRequest } from "../plan/eval-request.ts";

/** What a project config says about sets that say nothing themselves. */
export interface ProjectInRun {
  readonly configPath: string | undefined;
  readonly baseUrl: string | undefined;
  /** What it asks of every run as a whole. */
  readonly gates: AskedGates;
  withJudge(config: EvalConfig): EvalConfig;
}

/** Loaded only where a request names one. */
export async function projectOf({
  project: path,
}: Pick<RunRequest, "project">): Promise<ProjectInRun | undefined> {
  if (path === undefined) return undefined;
  const [{ readProject }, { withJudge }, { readConfigFile }] = await Promise.all([
    import("./read-project.ts"),
    import("./project-config.ts"),
    import("../config/read-config-file.ts"),
  ]);
  const { configPath, judge, gates, gateBy, baseline } = await readProject(path);
  // a mistake in it is reported even where every set has a nearer config: a set that comes tomorrow may have none
  if (configPath !== undefined) await readConfigFile(configPath);
  return {
    configPath,
    baseUrl: judge?.baseUrl,
    gates: { gates, gateBy, baseline },
    withJudge: (config) => withJudge(config, judge),
  };
}
