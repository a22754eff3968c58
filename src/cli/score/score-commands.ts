import type { CommandSpec } from "../command.ts";
import {
  gateOptions,
  judgeCheckOption,
  modelOptions,
  reportOptions,
} from "../eval/eval-commands.ts";

export const scoreCommands: readonly CommandSpec[] = [
  {
    name: "score",
    summary: "Score a saved run again, by other criteria or references. No agent is called.",
    arguments: [
      {
        name: "RUN",
        summary:
          "A run's id, the beginning of one, latest for the last one of assay eval, or a file of runs export --format jsonl.",
      },
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
        many: true,
        summary:
          "Take references from this newer eval set, by set and case id, instead of those the run had.",
      },
      {
        name: "resume",
        value: "[RUN]",
        summary: "Go on with scoring that was stopped. Nothing that was judged is asked again.",
      },
      {
        name: "resume_changed",
        summary: "Resume although the criteria, a judge or the references have changed.",
      },
      {
        name: "timeout",
        value: "SECONDS",
        summary: "How long a metric may compute without a pause before scoring goes on without it.",
        default: "120",
      },
      ...modelOptions,
      judgeCheckOption,
      ...gateOptions,
      ...reportOptions,
    ],
    examples: [
      "assay score latest --config_file_path stricter.json",
      "assay score smoke.jsonl --eval_set newer.evalset.json",
      "assay score --resume",
    ],
    load: async () => (await import("./score-command.ts")).scoreCommand,
  },
];
