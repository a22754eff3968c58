import type { CommandSpec } from "../command.ts";

export const auditCommands: readonly CommandSpec[] = [
  {
    name: "audit",
    summary: "Who did what on a server for a team, and who was refused.",
    options: [
      { name: "limit", value: "N", summary: "The newest so many.", default: "50" },
      { name: "who", value: "NAME", summary: "Of this user alone." },
      {
        name: "action",
        value: "ACTION",
        summary: 'Of this action alone, such as run or "sign in".',
      },
      { name: "outcome", value: "OUTCOME", summary: "done, failed or refused." },
      { name: "output", value: "FORMAT", summary: "json: an entry a line." },
      {
        name: "store",
        value: "STORE",
        summary: "Where the log is: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay audit", "assay audit --outcome refused --limit 200 --output json"],
    load: async () => (await import("./audit-command.ts")).auditCommand,
  },
];
