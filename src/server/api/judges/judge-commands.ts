import { relative } from "node:path";
import { fieldsOf } from "../../../core/json/loose-json.ts";
import type { MetricSetting, RunJudge } from "../../../core/run-info.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import type { ServerParts } from "../server-parts.ts";
import { labelsPath } from "../workspace-paths.ts";
import type { JudgeName } from "./judge-standing.ts";
import type { JudgedRun } from "./judged-runs.ts";

/** What somebody types to ask this judge again, as it was asked in its newest run. */
export function judgeCommands(
  { model, metric }: JudgeName,
  newest: JudgedRun | undefined,
  parts: Pick<ServerParts, "agentsFolder" | "cwd">,
): { readonly calibrate: string; readonly redteam: string } {
  const set = newest?.about.sets.find(({ config }) =>
    config.metrics.some(({ name }) => name === metric),
  );
  const { path: config, judge } = set?.config ?? {};
  const criterion = set?.config.metrics.find(({ name }) => name === metric)?.criterion;
  const asked = [
    ...(isCode(judge, criterion) ? [] : ["--judge_model", shellWord(model)]),
    ...(judge?.baseUrl === undefined ? [] : ["--base_url", shellWord(judge.baseUrl)]),
    ...(config === undefined ? [] : ["--config_file_path", shellWord(config)]),
  ].join(" ");
  const run = newest === undefined ? "" : ` --run ${shellWord(newest.runId)}`;
  return {
    calibrate: `assay judge calibrate ${shellWord(labelsName(parts))} ${asked}${run}`,
    redteam: `assay judge redteam ${asked}`,
  };
}

/** Whether the model is a function or an object of the config, which no flag can name. */
function isCode(judge: RunJudge = {}, criterion: MetricSetting["criterion"] = {}): boolean {
  if (judge.model !== undefined) return false;
  // criteria are on record as they were written
  const { judge_model_options: options = criterion.judgeModelOptions } = criterion;
  const { judgeModel, judge_model: model = judgeModel } = fieldsOf(options);
  return judge.isCode === true || String(model).startsWith("code/");
}

/** How messages and commands call the file of labels. */
export function labelsName(parts: Pick<ServerParts, "agentsFolder" | "cwd">): string {
  return relative(parts.cwd, labelsPath(parts)) || labelsPath(parts);
}
