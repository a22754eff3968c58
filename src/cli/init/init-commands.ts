import type { CommandSpec } from "../command.ts";

export const initCommands: readonly CommandSpec[] = [
  {
    name: "init",
    summary:
      "Write an agent's first eval set, its config and a CI step. Never overwrites a file; a second agent joins the CI step.",
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
      {
        name: "goal",
        value: "TEXT",
        summary: "When the agent is a success, in a sentence; reports show it.",
      },
      { name: "request", value: "TEXT", summary: "What the user of the first case says." },
      { name: "answer", value: "TEXT", summary: "A good answer to it." },
      {
        name: "tools",
        value: "A,B",
        summary: "With the preset tools: those it should call, in order.",
      },
      { name: "words", value: "A,B", summary: "With the preset chat: words in every answer." },
      { name: "never", value: "A,B", summary: "With the preset safety: tools it must not call." },
      {
        name: "yes",
        short: "y",
        summary: "Ask nothing; what no flag says is left to the defaults.",
      },
    ],
    examples: [
      "assay init",
      "assay init agents/support --preset chat --yes",
      'assay init agents/desk --tools look,refund --request "Refund 17" --answer Done',
      "printf 'chat\\n' | assay init",
    ],
    load: async () => (await import("./init-command.ts")).initCommand,
  },
];
