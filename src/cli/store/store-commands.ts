import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command.ts";

const STORES = "A file, or postgres://USER@HOST/DATABASE.";

const store: OptionSpec = {
  name: "store",
  value: "STORE",
  summary: `Which store. ${STORES}`,
  default: "ASSAY_STORE, the project's, or .assay/assay.db",
};

const place = (name: string, summary: string): ArgumentSpec => ({ name, summary, required: true });

export const storeCommands: readonly CommandSpec[] = [
  {
    name: "store check",
    summary: "Read every run and every trace once, and say what cannot be read.",
    options: [store],
    examples: ["assay store check", "assay store check --store postgres://eval@db/assay"],
    load: async () => (await import("./store-check-command.ts")).storeCheckCommand,
  },
  {
    name: "store migrate",
    summary: "Bring the tables of a store up to this version of Assay, for everybody who uses it.",
    options: [store],
    examples: ["assay store migrate --store postgres://eval@db/assay"],
    load: async () => (await import("./store-migrate-command.ts")).storeMigrateCommand,
  },
  {
    name: "store copy",
    summary: "Copy all runs and sessions to another store. Nothing that is there is changed.",
    arguments: [
      place("FROM", `Where they are. ${STORES}`),
      place("TO", "Where they are to be as well."),
    ],
    options: [],
    examples: ["assay store copy .assay/assay.db postgres://eval@db/assay"],
    load: async () => (await import("./store-copy-command.ts")).storeCopyCommand,
  },
];
