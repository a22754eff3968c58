import { dirname } from "node:path";
import { loadModule } from "../../agents/loading/load-module.ts";
import { rememberListed } from "../../agents/secrets/known-secrets.ts";
import { UserFacingError } from "../../core/errors.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { shortPath } from "../../files/short-path.ts";
import { isProjectFile } from "../assay-config/find-project.ts";
import { loadCustomMetrics } from "../metrics/load-custom-metric.ts";
import { readConfigText } from "./config-file-for.ts";
import { type EvalConfig, readConfig } from "./read-config.ts";
import { readConfigObject } from "./read-config-object.ts";

/** Reads a config file and loads the code it names, so that what is missing is reported before the run. */
export async function readConfigFile(path: string): Promise<EvalConfig> {
  if (isProjectFile(path)) {
    const { readProjectConfig } = await import("../assay-config/project-config.ts");
    return await readProjectConfig(path, readConfigFile);
  }
  if (isConfigCode(path)) return await readConfigModule(path);
  if (isYaml(path)) {
    const { readEvalConfigFile } = await import("../eval-config/eval-config-file.ts");
    return (await readEvalConfigFile(path)).config;
  }
  const config = readConfig(await readConfigText(path), { file: shortPath(path) });
  rememberListed(config.secrets ?? []);
  const loaded = await loadCustomMetrics(config, dirname(path));
  return { ...config, custom: new Map([...config.custom, ...loaded]) };
}

export function isConfigCode(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** An eval config of agentevals. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** A config that is code: what a module exports by default, or as `config`. Models and metrics may stand in it as they are. */
async function readConfigModule(path: string): Promise<EvalConfig> {
  const exports = await loadModule(path, { code: "config/invalid" });
  const config = exports.default ?? exports.config;
  if (isObject(config)) return await readConfigObject(config, dirname(path));
  throw new UserFacingError("config/invalid", `${shortPath(path)} exports no config.`, {
    hint: "Write: export default defineConfig({ criteria: { response_match_score: 0.8 } })",
    place: { file: shortPath(path) },
  });
}
