import { relative } from "node:path";
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
  const asked = [
    ...["--judge_model", shellWord(model)],
    ...(judge?.baseUrl === undefined ? [] : ["--base_url", shellWord(judge.baseUrl)]),
    ...(config === undefined ? [] : ["--config_file_path", shellWord(config)]),
  ].join(" ");
  const run = newest === undefined ? "" : ` --run ${shellWord(newest.runId)}`;
  return {
    calibrate: `assay judge calibrate ${shellWord(labelsName(parts))} ${asked}${run}`,
    redteam: `assay judge redteam ${asked}`,
  };
}

/** How messages and commands call the file of labels. */
export function labelsName(parts: Pick<ServerParts, "agentsFolder" | "cwd">): string {
  return relative(parts.cwd, labelsPath(parts)) || labelsPath(parts);
}
