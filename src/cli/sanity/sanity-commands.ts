import { jobOptions } from "../arguments/job-options.ts";
import type { CommandSpec } from "../command.ts";
import { judgeCheckOption, modelOptions } from "../eval/eval-commands.ts";

export const sanityCommands: readonly CommandSpec[] = [
  {
    name: "sanity",
    summary:
      "Check an eval set with agents whose results are known: silence, echo, refusal, oracle.",
    arguments: [
      {
        name: "EVALSET",
        many: true,
        summary: "Eval set files or folders of them.",
      },
    ],
    options: [
      {
        name: "config_file_path",
        aliases: ["config"],
        value: "FILE",
        summary: "Criteria; else the test_config.json nearest to each set, else the defaults.",
      },
      ...modelOptions,
      judgeCheckOption,
      { name: "json", summary: "Print everything as JSON." },
      ...jobOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Database that keeps what judges answered.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: [
      "assay sanity my_agent/smoke.evalset.json",
      "assay sanity evals/ --config_file_path strict.json",
    ],
    load: async () => (await import("./sanity-command.ts")).sanityCommand,
  },
];
