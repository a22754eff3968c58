import type { CommandSpec } from "../command.ts";

export const acceptCommands: readonly CommandSpec[] = [
  {
    name: "accept",
    summary: "Accept what the agent answered and called as the new references, after a look at it.",
    arguments: [
      {
        name: "RUN",
        required: true,
        summary:
          "A run's id, the beginning of one, its name, latest, latest~1, or a commit, branch or tag.",
      },
      {
        name: "CASE",
        many: true,
        summary: "Cases, or set:case; none means every case that did not pass.",
      },
    ],
    options: [
      { name: "yes", short: "y", summary: "Do not ask." },
      { name: "trial", value: "N", summary: "Which trial, where they did not do the same." },
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay accept latest", "assay accept 4c1e lights_off_bedroom --yes"],
    load: async () => (await import("./accept-command.ts")).acceptCommand,
  },
];
