import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../core/errors.ts";
import type { ConfiguredMetric } from "../core/metrics/metric-call.ts";
import type { EvalConfig } from "../project/config/read-config.ts";
import { readConfigFile } from "../project/config/read-config-file.ts";
import { readConfigObject } from "../project/config/read-config-object.ts";
import type { Criteria } from "../project/define/criteria.ts";
import type { ConfigInput } from "../project/define/define-config.ts";

/** What to measure by: a config file, a config, or the criteria alone. */
export interface ConfigChoice {
  // biome-ignore lint/suspicious/noExplicitAny: whatever metrics of its own a config has, it is a config
  readonly config?: string | URL | ConfigInput<any> | undefined;
  /** Short for a config with nothing else in it. */
  readonly criteria?: Criteria | undefined;
  /** Metrics called with what is asked of them, beside or instead of `criteria`. */
  readonly metrics?: readonly ConfiguredMetric[] | undefined;
}

/** Reads whichever was given; undefined when nothing was. */
export async function resolveConfig(
  { config, criteria, metrics }: ConfigChoice,
  cwd: string,
): Promise<EvalConfig | undefined> {
  const besides = criteria !== undefined ? "criteria" : "metrics";
  const hasMetrics = hasMetricsOfItsOwn({ criteria, metrics });
  if (config !== undefined && hasMetrics) {
    throw new UserFacingError("config/invalid", `Both config and ${besides} are given.`, {
      hint: `Put the ${besides} into the config, or leave the config out.`,
    });
  }
  if (isPath(config)) return readConfigFile(pathOf(config, cwd));
  const given = hasMetrics ? { criteria, metrics } : config;
  return given === undefined ? undefined : readConfigObject(given, cwd);
}

/** Whether something was given for them; `null` is no way to leave an option out. */
export function hasMetricsOfItsOwn({ criteria, metrics }: Omit<ConfigChoice, "config">): boolean {
  return criteria !== undefined || metrics !== undefined;
}

/** Where the config lies; undefined when none was named by its path. */
export function configPathOf(
  { config }: Pick<ConfigChoice, "config">,
  cwd: string,
): string | undefined {
  return isPath(config) ? pathOf(config, cwd) : undefined;
}

function isPath(config: ConfigChoice["config"]): config is string | URL {
  return typeof config === "string" || config instanceof URL;
}

function pathOf(config: string | URL, cwd: string): string {
  return config instanceof URL ? fileURLToPath(config) : resolve(cwd, config);
}
