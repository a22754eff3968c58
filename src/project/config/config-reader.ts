import { isUserFacingError, type Problem, UserFacingError } from "../../core/errors.ts";
import type { Metric } from "../../core/metric.ts";
import { shortPath } from "../../files/short-path.ts";
import type { AskedGates } from "../gates/asked-gates.ts";
import { checkRunnable } from "../metrics/check-runnable.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";
import { asksJudges } from "../models/lazy-model-registry.ts";
import type { ModelRegistry } from "../models/model-registry.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { withCriteria } from "./asked-criteria.ts";
import type { EvalConfig } from "./read-config.ts";
import { readConfigFile } from "./read-config-file.ts";

export interface ConfigReader {
  read(path: string | undefined): Promise<ReadConfig>;
  /** The same for cases that compare arguments by meaning: metrics of calls ask a judge then. */
  readByMeaning(path: string | undefined): Promise<ReadConfig>;
  bands(): EvalConfig["scoreBands"];
  /** What the configs that were read ask of the run as a whole. */
  gates(): readonly AskedGates[];
}

interface ReadConfig {
  readonly config: EvalConfig | undefined;
  readonly metrics: readonly Metric[];
}

/** A mistake that reading the file has noticed has its place there; any other at least the file. */
function located<T>(path: string | undefined, warnings: readonly Problem[] = [], plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const warning = warnings.find(({ message }) => message === error.message);
    const isInFile = path !== undefined && error.place?.file === undefined;
    const file = isInFile && error.place?.path ? shortPath(path) : undefined;
    if (warning === undefined && file === undefined) throw error;
    const { code, hint, message } = error;
    const place = warning?.place ?? { ...error.place, file };
    throw new UserFacingError(code, message, { hint, place, cause: error });
  }
}

/** One reading per config file, however many sets share it. */
export function configReader(
  request: Pick<RunRequest, "config" | "judgeCheck" | "criteria">,
  openDesk: () => Promise<ModelRegistry>,
  /** Makes the project's judge known to a config that names none. */
  withJudge: (config: EvalConfig) => EvalConfig = (config) => config,
  /** Where code that flags name would lie. */
  cwd = process.cwd(),
): ConfigReader {
  const { config: given, judgeCheck, criteria } = request;
  const configs = new Map<string, Promise<EvalConfig | undefined>>();
  const plans = new Map<string, Promise<ReadConfig>>();
  let bands: EvalConfig["scoreBands"];
  const gates: AskedGates[] = [];
  async function load(path: string | undefined): Promise<EvalConfig | undefined> {
    if (given === "nothing") return undefined;
    const inHand = given === "default" ? undefined : given;
    const read = path === undefined ? inHand : await readConfigFile(path);
    const own = criteria === undefined ? read : await withCriteria(read, criteria, { path, cwd });
    const config = own && withJudge(own);
    bands ??= config?.scoreBands;
    if (config !== undefined) gates.push(config);
    return config;
  }
  async function plan(path: string | undefined, byMeaning: boolean): Promise<ReadConfig> {
    const config = await kept(configs, path ?? "", () => load(path));
    if (given === "nothing") return { config, metrics: [] };
    const asks = byMeaning || asksJudges(config);
    const judgeFor = asks ? (await openDesk()).judgesOf(config ?? {}) : undefined;
    const metrics = located(path, config?.warnings, () =>
      planMetrics(config, { judgeFor, judgeCheck, byMeaning }),
    );
    checkRunnable(metrics, config?.warnings);
    return { config, metrics };
  }
  return {
    read: (path) => kept(plans, path ?? "", () => plan(path, false)),
    readByMeaning: (path) => kept(plans, `by meaning ${path ?? ""}`, () => plan(path, true)),
    bands: () => bands,
    gates: () => gates,
  };
}

function kept<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? work();
  known.set(key, found);
  return found;
}
