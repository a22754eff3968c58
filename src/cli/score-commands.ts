import type { CommandSpec } from "./command.ts";
import { judgeCheckOption, modelOptions, reportOptions } from "./eval-commands.ts";

export const scoreCommands: readonly CommandSpec[] = [
  {
    name: "score",
    summary: "Score a saved run again, by other criteria or references. No agent is called.",
    arguments: [
      { name: "RUN", summary: "A run's id, the beginning of one, or latest.", required: true },
    ],
    options: [
      {
        name: "config_file_path",
        aliases: ["config"],
        value: "FILE",
        summary: "Criteria; without it, those the run had.",
      },
      {
        name: "eval_set",
        value: "FILE",
        summary: "Take references from this eval set, by case id, instead of those the run had.",
      },
      ...modelOptions,
      judgeCheckOption,
      ...reportOptions,
    ],
    examples: ["assay score latest --config_file_path stricter.json"],
    load: async () => (await import("./score-command.ts")).scoreCommand,
  },
];
