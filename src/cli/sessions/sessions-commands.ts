import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command.ts";
import { scoreCommands } from "../score/score-commands.ts";

/** Options of scoring that ask for files, a run or a set of their own. */
const OTHERS = ["eval_set", "group_by", "format", "resume", "resume_changed"];

const scoreOptions = scoreCommands
  .flatMap(({ options = [] }) => options)
  .filter(({ name }) => !OTHERS.includes(name));

const session: ArgumentSpec = {
  name: "SESSION",
  summary: "A session's id, as assay sessions lists it.",
  required: true,
};

const store: OptionSpec = {
  name: "store",
  value: "STORE",
  summary: "Where runs and traces are: a file, or postgres://USER@HOST/DATABASE.",
  default: "ASSAY_STORE, the project's, or .assay/assay.db",
};

export const sessionsCommands: readonly CommandSpec[] = [
  {
    name: "sessions",
    aliases: ["sessions list"],
    summary: "List the sessions of traces that were received.",
    options: [
      { name: "output", short: "o", value: "NAME", summary: "json: for scripts." },
      { name: "all", summary: "Also traces that tell of no agent, model or tool." },
      store,
    ],
    examples: ["assay sessions", "assay sessions --output json"],
    load: async () => (await import("./sessions-command.ts")).sessionsCommand,
  },
  {
    name: "sessions show",
    summary: "Show what was said and done in a session.",
    arguments: [session],
    options: [store],
    examples: ["assay sessions show demo"],
    load: async () => (await import("./sessions-show-command.ts")).sessionsShowCommand,
  },
  {
    name: "sessions rm",
    summary: "Remove sessions with everything that was received of them.",
    arguments: [{ ...session, many: true }],
    options: [{ name: "yes", short: "y", summary: "Do not ask." }, store],
    examples: ["assay sessions rm demo --yes"],
    load: async () => (await import("./sessions-rm-command.ts")).sessionsRmCommand,
  },
  {
    name: "sessions export",
    summary: "Write a session's spans and log records as OTLP JSON lines.",
    arguments: [session],
    options: [{ name: "to", value: "FILE", summary: "Where to; else standard output." }, store],
    examples: ["assay sessions export demo --to demo.jsonl"],
    load: async () => (await import("./sessions-export-command.ts")).sessionsExportCommand,
  },
  {
    name: "sessions golden",
    summary: "Make an eval set of a session, and keep the session from being forgotten.",
    arguments: [session],
    options: [
      { name: "to", value: "FILE", summary: "A new eval set, such as golden.evalset.json." },
      { name: "remove", summary: "It is golden no longer." },
      store,
    ],
    examples: ["assay sessions golden demo --to golden.evalset.json"],
    load: async () => (await import("./sessions-golden-command.ts")).sessionsGoldenCommand,
  },
  {
    name: "sessions score",
    summary: "Score all sessions against the golden one, which is left out.",
    options: [
      { name: "golden", value: "SESSION", summary: "The session that the others should be like." },
      ...scoreOptions,
    ],
    examples: ["assay sessions score --golden demo -m response_match_score"],
    load: async () => (await import("./sessions-score-command.ts")).sessionsScoreCommand,
  },
];
