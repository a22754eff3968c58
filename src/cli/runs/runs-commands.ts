import { fileReporterNames } from "../../reporters/reporter-table.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command.ts";
import { reportOptions } from "../eval/eval-commands.ts";

const run: ArgumentSpec = {
  name: "RUN",
  summary:
    "A run's id, the beginning of one, its name, latest, latest~1, or a commit, branch or tag.",
};

const store: OptionSpec = {
  name: "store",
  value: "STORE",
  summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
  default: "ASSAY_STORE, the project's, or .assay/assay.db",
};

/** How it is reported; which run it is has been said. */
const watchOptions: readonly OptionSpec[] = [
  ...reportOptions.filter(({ name }) => name !== "store"),
  {
    name: "on_interrupt",
    value: "WHAT",
    summary: "What a first Ctrl-C does to a run on workers: leave it to them, or cancel it.",
    default: "leave",
  },
];

export const runsCommands: readonly CommandSpec[] = [
  {
    name: "runs",
    aliases: ["runs list"],
    summary: "List the runs of this workspace, newest first.",
    options: [
      {
        name: "limit",
        short: "n",
        value: "N",
        summary: "How many to list, or all.",
        default: "20",
      },
      { name: "json", summary: "As JSON, for scripts." },
      store,
    ],
    examples: ["assay runs", "assay runs --json --limit all"],
    load: async () => (await import("./runs-command.ts")).runsCommand,
  },
  {
    name: "runs show",
    summary: "Show a run: its cases with reasons, what failed and why.",
    arguments: [run],
    options: [
      {
        name: "case",
        value: "ID",
        many: true,
        summary: "Only this case, with its whole conversation.",
      },
      store,
    ],
    examples: ["assay runs show", "assay runs show 4c1e --case lights_off_bedroom"],
    load: async () => (await import("./runs-show-command.ts")).runsShowCommand,
  },
  {
    name: "runs watch",
    summary:
      "Show a run's progress until it ends, and then its report; it may run on workers, or in another process.",
    arguments: [run],
    options: [...watchOptions, store],
    examples: ["assay runs watch latest", "assay runs watch 4c1e --reporter junit=report.xml"],
    load: async () => (await import("./runs-watch-command.ts")).runsWatchCommand,
  },
  {
    name: "runs cancel",
    summary: "Begin nothing more of a run that workers have; eval --resume goes on with it.",
    arguments: [{ ...run, required: true }],
    options: [
      {
        name: "now",
        summary: "Do not wait for conversations in flight; they are run again by a resume.",
      },
      store,
    ],
    examples: ["assay runs cancel 4c1e"],
    load: async () => (await import("./runs-cancel-command.ts")).runsCancelCommand,
  },
  {
    name: "runs export",
    summary: "Write a run's report again, in any format.",
    arguments: [run],
    options: [
      {
        name: "format",
        short: "f",
        value: "FORMAT",
        summary: `${fileReporterNames.join(", ")}; adk for the results files that ADK's own tools read; otlp for the conversations as OpenTelemetry traces, one a line.`,
        default: "what the file ends in (.html, .xml, .md, .jsonl), else json",
      },
      {
        name: "output",
        aliases: ["to"],
        short: "o",
        value: "FILE",
        summary:
          "Where to; else standard output. For adk a folder with agents' results, else the agent's own.",
      },
      { name: "case", value: "ID", many: true, summary: "Of otlp: only this case." },
      store,
    ],
    examples: [
      "assay runs export latest --format junit --output report.xml",
      "assay runs export latest --to report.html",
      "assay runs export latest --format otlp --to traces.jsonl",
    ],
    load: async () => (await import("./runs-export-command.ts")).runsExportCommand,
  },
  {
    name: "runs name",
    summary: "Give a run a name by which it can be asked for.",
    arguments: [
      { ...run, required: true },
      { name: "NAME", summary: "What it is called from now on." },
    ],
    options: [{ name: "remove", summary: "Take the name away." }, store],
    examples: ["assay runs name latest baseline", "assay runs name baseline --remove"],
    load: async () => (await import("./runs-name-command.ts")).runsNameCommand,
  },
  {
    name: "runs keep",
    summary: "Protect runs from being removed.",
    arguments: [{ ...run, required: true, many: true }],
    options: [{ name: "release", summary: "Let them be removed again." }, store],
    examples: ["assay runs keep baseline", "assay runs keep baseline --release"],
    load: async () => (await import("./runs-keep-command.ts")).runsKeepCommand,
  },
  {
    name: "runs rm",
    aliases: ["runs remove"],
    summary: "Remove runs for good.",
    arguments: [{ ...run, required: true, many: true }],
    options: [{ name: "yes", short: "y", summary: "Do not ask." }, store],
    examples: ["assay runs rm 4c1e 9b02 --yes"],
    load: async () => (await import("./runs-rm-command.ts")).runsRmCommand,
  },
];
