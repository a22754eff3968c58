import type { CommandSpec } from "../command.ts";

export const planCommands: readonly CommandSpec[] = [
  {
    name: "plan",
    summary: "Tell how many cases and trials show a difference of some size, and what that costs.",
    arguments: [
      {
        name: "EVALSET[:case,case]",
        many: true,
        summary: "Eval set files, folders of them, or ids of sets that were run here.",
      },
    ],
    options: [
      {
        name: "detect",
        value: "SIZE",
        summary: "The difference that is to be seen: 0.05 or 5% are five points.",
        default: "0.05",
      },
      {
        name: "num_runs",
        short: "n",
        value: "N",
        summary: "Plan for N trials of every case.",
        default: "1, 2, 5 and 10 beside each other",
      },
      {
        name: "power",
        value: "SHARE",
        summary: "How often the difference is to be found where it is there.",
        default: "0.8",
      },
      {
        name: "metric",
        short: "m",
        value: "METRIC",
        summary: "Plan for the mean of this metric instead of the pass rate.",
      },
      {
        name: "baseline",
        value: "RUN",
        summary: "The run to compare with, which has its trials already.",
      },
      {
        name: "reporter",
        short: "r",
        value: "json[=FILE]",
        many: true,
        summary: "The plan as JSON, on standard output or in a file.",
      },
      { name: "json", summary: "The same as --reporter json." },
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: [
      "assay plan my_agent/smoke.evalset.json --detect 0.05",
      "assay plan evals/ --detect 10% --num_runs 5 --baseline latest",
    ],
    load: async () => (await import("./plan-command.ts")).planCommand,
  },
];
