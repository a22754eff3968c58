import { resolve } from "node:path";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunInputs } from "../../core/run.ts";
import { readConfigFile } from "../../project/config/read-config-file.ts";
import { scoringInputs } from "../../project/plan/run-inputs.ts";
import type { JudgeRequest } from "../../trust/judge-recorded.ts";
import { dollarsOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

/** The judge that the options ask for. */
export async function judgeRequest({ options, cwd, env }: CommandInput): Promise<JudgeRequest> {
  const config = textOption(options, "config_file_path");
  return {
    env,
    judgeModel: textOption(options, "judge_model"),
    baseUrl: textOption(options, "base_url"),
    maxCost: dollarsOption(options, "max_cost"),
    config: config === undefined ? undefined : await readConfigFile(resolve(cwd, config)),
  };
}

/** What the judge's answers depend on beyond the questions. */
export function judgeInputs({ options, cwd }: CommandInput, request: JudgeRequest): RunInputs {
  const config = textOption(options, "config_file_path");
  const path = config === undefined ? undefined : resolve(cwd, config);
  const { judgeModel, baseUrl } = request;
  return scoringInputs([{ config: request.config, path }], { judgeModel, baseUrl }, cwd);
}

/** What the judge was paid. */
export function costLine({ calls, input, output, cost }: RunSummary["modelCalls"]): string {
  const dollars = cost === undefined ? "price unknown" : `$${cost.toFixed(4)}`;
  return `${calls} model calls, ${input} tokens in, ${output} out, ${dollars}`;
}
