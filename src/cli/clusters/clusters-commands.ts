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
        value: "FILE",
        summary: "Database of all runs of this workspace.",
        default: ".assay/assay.db",
      },
    ],
    examples: ["assay clusters", "assay clusters 4c1e --reporter json=clusters.json"],
    load: async () => (await import("./clusters-command.ts")).clustersCommand,
  },
];
