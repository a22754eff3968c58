import { reportOptions } from "../arguments/asked-reports.ts";
import type { CommandSpec } from "../command.ts";

export const clustersCommands: readonly CommandSpec[] = [
  {
    name: "clusters",
    summary: "Show which failures of a run are one failure, with an example, and whose they are.",
    arguments: [
      {
        name: "RUN",
        summary:
          "A run's id or the beginning of one, a name, latest, latest~1, a commit or a branch.",
      },
    ],
    options: [
      ...reportOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay clusters", "assay clusters 4c1e --reporter json=clusters.json"],
    load: async () => (await import("./clusters-command.ts")).clustersCommand,
  },
];
