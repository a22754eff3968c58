import { UserFacingError } from "../../core/errors.ts";
import type { RunJudge, RunSet } from "../../core/run-info.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { asksJudges } from "./lazy-model-registry.ts";
import type { ConfiguredModels } from "./model-registry.ts";

type Named = Pick<RunRequest, "judgeModel" | "baseUrl">;

/** The judge that a run was given beside its criteria, for its record; undefined where the criteria name it. */
export function judgeOfRun(request: Named, config: Named): RunJudge | undefined {
  const model = request.judgeModel ?? config.judgeModel;
  const baseUrl = request.baseUrl ?? config.baseUrl;
  if (model === undefined && baseUrl === undefined) return undefined;
  return {
    ...(typeof model === "string" ? { model } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(model === undefined || typeof model === "string" ? {} : { isCode: true }),
  };
}

type Config = (Parameters<typeof asksJudges>[0] & ConfiguredModels) | undefined;

/**
 * Who judges when a run is scored again: the config's judge; with the criteria that the run had (`again`: what is asked
 * for now), the judge that it had, and never another one in its place.
 */
export function judgesOf(
  config: Config,
  { config: { judge }, evalSetId }: RunSet,
  again: Named | undefined,
): ConfiguredModels {
  const own: ConfiguredModels = config ?? {};
  if (again === undefined || judge === undefined) return own;
  const isNamed = (again.judgeModel ?? own.judgeModel) !== undefined;
  if (judge.isCode === true && !isNamed && asksJudges(config)) {
    throw new UserFacingError(
      "config/invalid",
      `The judge of ${evalSetId} was code of the program that made the run, which no record holds.`,
      { hint: "Give the config with it, or name a judge: --judge_model, or judgeModel." },
    );
  }
  return {
    ...own,
    judgeModel: own.judgeModel ?? judge.model,
    baseUrl: own.baseUrl ?? judge.baseUrl,
  };
}
