import { resolve } from "node:path";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunInputs } from "../../core/run-info.ts";
import type { EvalConfig } from "../../project/config/read-config.ts";
import { readConfigFile } from "../../project/config/read-config-file.ts";
import { scoringInputs } from "../../project/plan/run-inputs.ts";
import type { JudgeRequest } from "../../trust/judge-recorded.ts";
import { dollarsOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

/** The judge that the options ask for, else the project's. */
export async function judgeRequest(input: CommandInput): Promise<JudgeRequest> {
  const { options, env, project } = input;
  const path = configPathOf(input);
  const config = path === undefined ? undefined : await readConfigFile(path);
  return {
    env,
    judgeModel: textOption(options, "judge_model"),
    baseUrl: textOption(options, "base_url"),
    maxCost: dollarsOption(options, "max_cost"),
    config: await withProjectJudge(config, project),
  };
}

/** A config that is named wins over the project's criteria, and the judge that it names over the project's. */
function configPathOf({ options, cwd, project }: CommandInput): string | undefined {
  const named = textOption(options, "config_file_path");
  return named === undefined ? project?.configPath : resolve(cwd, named);
}

async function withProjectJudge(
  config: EvalConfig | undefined,
  project: CommandInput["project"],
): Promise<JudgeRequest["config"]> {
  if (project?.judge === undefined) return config;
  const { withJudge } = await import("../../project/assay-config/project-config.ts");
  return withJudge<NonNullable<JudgeRequest["config"]>>(config ?? { criteria: [] }, project.judge);
}

/** What the judge's answers depend on beyond the questions. */
export function judgeInputs(input: CommandInput, request: JudgeRequest): RunInputs {
  const { judgeModel, baseUrl } = request;
  const located = { config: request.config, path: configPathOf(input) };
  return scoringInputs([located], { judgeModel, baseUrl }, input.cwd);
}

/** What the judge was paid. */
export function costLine({ calls, input, output, cost }: RunSummary["modelCalls"]): string {
  const dollars = cost === undefined ? "price unknown" : `$${cost.toFixed(4)}`;
  return `${calls} model calls, ${input} tokens in, ${output} out, ${dollars}`;
}
