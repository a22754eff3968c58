import type { CommandSpec, OptionSpec } from "../command.ts";

const store: OptionSpec = {
  name: "store",
  value: "ADDRESS",
  summary: "The team's PostgreSQL database, postgres://…; else ASSAY_STORE.",
};

export const limitsCommands: readonly CommandSpec[] = [
  {
    name: "limits",
    aliases: ["limits list"],
    summary: "List what models allow all workers together, and what is under way.",
    options: [{ name: "json", summary: "As JSON, for scripts." }, store],
    examples: ["assay limits"],
    load: async () => (await import("./limits-command.ts")).limitsCommand,
  },
  {
    name: "limits set",
    summary: "Set what a model allows all workers together; what is not named is not limited.",
    arguments: [
      { name: "MODEL", summary: "As criteria name it, such as openai/gpt-5-mini.", required: true },
    ],
    options: [
      { name: "requests", value: "N", summary: "Calls in a minute." },
      { name: "tokens", value: "N", summary: "Tokens in a minute, of questions and answers." },
      { name: "places", value: "N", summary: "Calls at once." },
      store,
    ],
    examples: ["assay limits set openai/gpt-5-mini --requests 500 --tokens 200000 --places 40"],
    load: async () => (await import("./limits-command.ts")).limitsSetCommand,
  },
  {
    name: "limits rm",
    aliases: ["limits remove"],
    summary: "Take away what was set for a model.",
    arguments: [{ name: "MODEL", summary: "As it was set.", required: true }],
    options: [store],
    examples: ["assay limits rm openai/gpt-5-mini"],
    load: async () => (await import("./limits-command.ts")).limitsRmCommand,
  },
];
