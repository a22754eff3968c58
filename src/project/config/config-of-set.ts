import type { RunSet } from "../../core/run-info.ts";
import type { ModelPrices } from "../../models/index.ts";
import { configFileFor, isThere } from "./config-file-for.ts";
import type { EvalConfig } from "./read-config.ts";
import { readConfigFile } from "./read-config-file.ts";

interface RecordedCriteria {
  readonly custom?: undefined;
  readonly modelPrices?: ModelPrices | undefined;
  readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
}

/**
 * What a set of a run was measured by: from the run's own record, or from its config file where that is code. One that was
 * not measured uses the config beside it; undefined where there is none, which means ADK's defaults.
 */
export async function configOfSet({
  path,
  config,
}: RunSet): Promise<EvalConfig | RecordedCriteria | undefined> {
  const hasCode =
    config.metrics.some((metric) => metric.customFunctionPath !== undefined) ||
    /\.[cm]?[jt]s$/.test(config.path ?? "");
  if (hasCode && config.path !== undefined) return readConfigFile(config.path);
  const criteria = config.metrics.flatMap(({ name, criterion }) =>
    criterion === undefined ? [] : [[name, criterion] as const],
  );
  if (criteria.length > 0) return { criteria, modelPrices: config.modelPrices };
  const file = path === undefined ? undefined : configFileFor(path, { exists: isThere });
  return file === undefined ? undefined : readConfigFile(file);
}
