import { reportOptions } from "../arguments/asked-reports.ts";
import type { CommandSpec } from "../command.ts";

export const trendsCommands: readonly CommandSpec[] = [
  {
    name: "trends",
    summary: "Show how the runs of an eval set went over time, and whether the pass rate drifted.",
    arguments: [
      {
        name: "SET",
        summary: "An eval set by its id or file; that of the newest run unless given.",
      },
    ],
    options: [
      {
        name: "agent",
        value: "AGENT",
        summary: "Runs of this agent; of the one that ran the set last unless given.",
      },
      {
        name: "limit",
        short: "n",
        value: "N",
        summary: "The newest so many runs, or all.",
        default: "50",
      },
      ...reportOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay trends", "assay trends smoke --limit all --reporter json=trends.json"],
    load: async () => (await import("./trends-command.ts")).trendsCommand,
  },
];
