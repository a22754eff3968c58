import type { CommandSpec } from "../command.ts";

export const workerCommands: readonly CommandSpec[] = [
  {
    name: "worker",
    summary:
      "Run conversations of runs that were started with --workers, on any number of machines.",
    options: [
      {
        name: "concurrency",
        short: "j",
        value: "N",
        summary: "Conversations at once.",
        default: "8",
      },
      {
        name: "store",
        value: "ADDRESS",
        summary: "The team's PostgreSQL database, postgres://…; else ASSAY_STORE.",
      },
      { name: "verbose", short: "v", summary: "Also what agents print outside of any turn." },
    ],
    examples: ["assay worker", "assay worker --concurrency 20 --store postgres://eval@db/assay"],
    load: async () => (await import("./worker-command.ts")).workerCommand,
  },
];
