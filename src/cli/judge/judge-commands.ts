import { jobOptions } from "../arguments/job-options.ts";
import type { CommandSpec, OptionSpec } from "../command.ts";
import { modelOptions } from "../eval/eval-commands.ts";

const judgeOptions: readonly OptionSpec[] = [
  {
    name: "config_file_path",
    aliases: ["config"],
    value: "FILE",
    summary:
      "Criteria: which judge, how many samples, which threshold. Rubrics in it are not used.",
  },
  ...modelOptions,
  { name: "json", summary: "Print everything as JSON." },
  ...jobOptions,
];

export const judgeCommands: readonly CommandSpec[] = [
  {
    name: "judge checks",
    summary: "List what judges answered to control questions, which is kept and not asked again.",
    options: [
      { name: "json", summary: "As JSON, for scripts." },
      {
        name: "store",
        value: "STORE",
        summary: "Database that keeps it.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay judge checks"],
    load: async () => (await import("./judge-checks-command.ts")).judgeChecksCommand,
  },
  {
    name: "judge calibrate",
    summary: "Compare a judge with labels that people gave: how far can its verdicts be trusted?",
    arguments: [
      {
        name: "LABELS",
        summary:
          "A file of labels, one JSON object a line: user, answer, reference or rubric, label.",
      },
    ],
    options: [
      ...judgeOptions,
      {
        name: "rate",
        value: "SHARE",
        summary: "A pass rate that this judge gave, to be corrected.",
      },
      {
        name: "min_kappa",
        value: "KAPPA",
        summary: "Agreement with people beyond chance that is good enough; below it the exit is 1.",
        default: "0.4",
      },
      {
        name: "min_agreement",
        value: "SHARE",
        summary: "Share of labels that it must agree with, as well.",
        default: "none",
      },
      { name: "n", value: "N", summary: "How many cases that rate is about." },
      {
        name: "run",
        value: "[RUN]",
        summary: "Correct the pass rates of this run, in place of --rate.",
      },
      {
        name: "store",
        value: "STORE",
        summary: "Database that the run is in, and that keeps what the judge answered.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: [
      "assay judge calibrate labels.jsonl --judge_model openai/gpt-5-mini",
      "assay judge calibrate labels.jsonl --rate 0.8 --n 200",
      "assay judge calibrate labels.jsonl --run latest --json",
    ],
    load: async () => (await import("./judge-calibrate-command.ts")).judgeCalibrateCommand,
  },
  {
    name: "judge redteam",
    summary: "Attack a judge with 320 texts that want a pass, and count what gets through.",
    options: [
      ...judgeOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Database that keeps what the judge answered.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
      {
        name: "max_passes",
        value: "SHARE",
        summary: "Share of the wrong answers that may get a pass; above it the exit is 1.",
        default: "0",
      },
    ],
    examples: ["assay judge redteam --judge_model gemini-2.5-flash"],
    load: async () => (await import("./judge-redteam-command.ts")).judgeRedteamCommand,
  },
];
