import type { CommandSpec } from "../command.ts";

export const metricsCommands: readonly CommandSpec[] = [
  {
    name: "metrics",
    aliases: ["list-metrics"],
    summary: "List every metric: what it asks, reads and needs, its range and direction.",
    arguments: [
      { name: "NAME", summary: "Only metrics whose name contains one of these.", many: true },
    ],
    options: [{ name: "json", summary: "Print them as JSON." }],
    examples: ["assay metrics", "assay metrics trajectory", "assay metrics --json"],
    load: async () => (await import("./metrics-command.ts")).metricsCommand,
  },
];
