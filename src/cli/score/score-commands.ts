import type { CommandSpec } from "../command.ts";
import {
  emitOption,
  gateOptions,
  judgeCheckOption,
  modelOptions,
  reportOptions,
} from "../eval/eval-commands.ts";

export const scoreCommands: readonly CommandSpec[] = [
  {
    name: "score",
    aliases: ["run"],
    summary: "Score traces, or a saved run again by other criteria. No agent is called.",
    arguments: [
      {
        name: "TRACE|RUN",
        many: true,
        summary:
          "Trace files, folders of them and - for standard input (Jaeger, OTLP JSON, JSON lines, protobuf, gzip); or a run's id, the beginning of one, latest, or a file of runs export --format jsonl.",
      },
    ],
    options: [
      {
        name: "config_file_path",
        aliases: ["config"],
        short: "c",
        value: "FILE",
        summary:
          "Criteria, as JSON or code, or an eval config in YAML. Of a run: those it had, unless given.",
      },
      {
        name: "eval_set",
        short: "e",
        value: "FILE",
        many: true,
        summary:
          "Of traces: the cases to compare with. Of a run: newer references, by set and case id.",
      },
      {
        name: "metric",
        short: "m",
        value: "NAME",
        many: true,
        summary:
          "What to measure, beside or instead of what a config says of it. Of traces: tool_trajectory_avg_score, unless given.",
      },
      {
        name: "threshold",
        short: "t",
        value: "SHARE",
        summary: "What these metrics, or all built-in ones of the config, must reach.",
        default: "0.5",
      },
      {
        name: "trajectory_match_type",
        value: "TYPE",
        summary: "EXACT, IN_ORDER or ANY_ORDER, for these or the config's.",
        default: "EXACT",
      },
      {
        name: "group_by",
        value: "WHAT",
        summary:
          "Of traces: trace, conversation, or auto, by conversation where a session is named or a case has several turns.",
        default: "auto",
      },
      {
        name: "match",
        value: "HOW",
        summary:
          "Of traces: find cases by id, text or order only; else by the id that a trace names, then by the first message.",
      },
      {
        name: "case",
        value: "ID",
        summary: "Of traces: compare all of them with this case.",
      },
      {
        name: "format",
        short: "f",
        value: "NAME",
        summary: "Of traces: jaeger-json or otlp-json, instead of what the content says.",
      },
      {
        name: "output",
        short: "o",
        value: "NAME",
        summary:
          "A report on standard output: table, summary, json, jsonl, junit, markdown or html.",
      },
      {
        name: "resume",
        value: "[RUN]",
        summary: "Go on with scoring that was stopped. Nothing that was judged is asked again.",
      },
      {
        name: "resume_changed",
        summary: "Resume although the criteria, a judge or the references have changed.",
      },
      {
        name: "timeout",
        value: "SECONDS",
        summary: "How long a metric may compute without a pause before scoring goes on without it.",
        default: "120",
      },
      ...modelOptions.map((option) =>
        option.name === "judge_model" ? { ...option, short: "j" } : option,
      ),
      judgeCheckOption,
      ...gateOptions,
      {
        ...emitOption,
        summary:
          "Send each score as a gen_ai.evaluation.result event of the span it is about to OTEL_EXPORTER_OTLP_ENDPOINT, over OTLP.",
      },
      ...reportOptions,
    ],
    examples: [
      "assay score trace.json --eval-set golden.evalset.json -m response_match_score",
      "assay score traces/ --config eval_config.yaml --output json",
      "assay score latest --config_file_path stricter.json",
      "assay score smoke.jsonl --eval_set newer.evalset.json",
      "assay score --resume",
    ],
    load: async () => (await import("./score-command.ts")).scoreCommand,
  },
];
