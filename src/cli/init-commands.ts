import type { CommandSpec } from "./command.ts";

export const initCommands: readonly CommandSpec[] = [
  {
    name: "init",
    summary: "Write an agent's first eval set, its config and a CI step. Never overwrites a file.",
    arguments: [
      {
        name: "DIR",
        summary: "The agent's folder or file, or a folder above it; this folder unless given.",
      },
    ],
    options: [
      {
        name: "preset",
        value: "NAME",
        summary: "What matters most: tools, chat or safety. It decides the criteria.",
      },
      { name: "yes", short: "y", summary: "Ask nothing and take the defaults." },
    ],
    examples: ["assay init", "assay init agents/support --preset chat --yes"],
    load: async () => (await import("./init-command.ts")).initCommand,
  },
];
