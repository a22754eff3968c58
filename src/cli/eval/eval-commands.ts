import { reporterNames } from "../../reporters/reporter-table.ts";
import type { CommandSpec, OptionSpec } from "../command.ts";

/** Options of everything that scores and reports. */
export const reportOptions: readonly OptionSpec[] = [
  {
    name: "reporter",
    short: "r",
    value: "NAME[=FILE]",
    many: true,
    summary: `${reporterNames.join(", ")}; with =FILE it is written there.`,
    default: "terminal",
  },
  {
    name: "print_detailed_results",
    summary: "Print every case with its turns, as adk eval does.",
  },
  {
    name: "verbose",
    short: "v",
    summary: "A line for every case, notes in full, and what was printed outside of all cases.",
  },
  {
    name: "store",
    value: "STORE",
    summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
    default: "ASSAY_STORE, the project's, or .assay/assay.db",
  },
];

/** Options of everything that asks models of ours: judges and simulated users. */
export const modelOptions: readonly OptionSpec[] = [
  {
    name: "judge_model",
    value: "MODEL",
    summary:
      "Judges everything, whatever the criteria say: gemini-…, openai/…, anthropic/…, ollama/….",
  },
  {
    name: "base_url",
    value: "URL",
    summary: "Address of an OpenAI-compatible server, or of a provider's double.",
  },
  {
    name: "max_cost",
    value: "DOLLARS",
    summary:
      "Ceiling for what judges, simulated users and simulated tools may cost; at it, nothing more is asked.",
    default: "none",
  },
];

/** Of everything that makes a run: what it is to reach as a whole. */
export const gateOptions: readonly OptionSpec[] = [
  {
    name: "gate",
    value: "CONDITION",
    many: true,
    summary:
      "What the run as a whole must show, instead of every case passing: pass-rate > 0.9, METRIC > 0.8, pass^5 > 0.7, cost < 2, latency-p95 < 3, no-worse 0.02; none takes away what a config asks.",
  },
  {
    name: "gate_by",
    value: "WHAT",
    summary:
      "Gates compare the end of the 95 % interval (bound), or the estimate itself, as ADK does (point).",
    default: "bound",
  },
  {
    name: "baseline",
    value: "RUN",
    summary:
      "What no-worse compares with: a run's id or name, latest~1, a commit, branch or tag; else the nearest earlier commit that was run.",
  },
];

/** Of everything that lets judges decide. */
export const judgeCheckOption: OptionSpec = {
  name: "judge_check",
  value: "WHEN",
  summary:
    "Whether judges answer control questions first: on, off, or auto, which asks all but functions of yours and test servers.",
  default: "auto",
};

/** Of what makes or scores conversations. */
export const emitOption: OptionSpec = {
  name: "emit_otel",
  summary:
    "Send each conversation as spans and each score as a gen_ai.evaluation.result event to OTEL_EXPORTER_OTLP_ENDPOINT, over OTLP.",
};

export const evalCommands: readonly CommandSpec[] = [
  {
    name: "eval",
    summary: "Run an agent on eval sets and score how it worked and what it answered.",
    arguments: [
      {
        name: "AGENT",
        summary:
          "Folder or file that exports the agent, or its name in assay.config; none means all that it names.",
      },
      {
        name: "EVALSET[:case,case]",
        many: true,
        summary: "Eval set files, folders of them or ids; none means all of the agent's folder.",
      },
    ],
    options: [
      {
        name: "config_file_path",
        aliases: ["config"],
        value: "FILE",
        summary:
          "Criteria for all sets; else the test_config.json nearest to each set, else the defaults.",
      },
      {
        name: "criterion",
        value: "NAME=VALUE",
        many: true,
        summary:
          "Measure by this metric, with a threshold or JSON settings, instead of the configs' criteria.",
      },
      {
        name: "num_runs",
        short: "n",
        value: "N",
        summary: "Run every conversation N times.",
        default: "1",
      },
      {
        name: "require",
        value: "RULE",
        summary:
          "With trials, a case passes by pooled means (pooled), or when all, any or K trials pass.",
        default: "pooled",
      },
      {
        name: "concurrency",
        short: "j",
        value: "N",
        summary: "Conversations at once.",
        default: "8",
      },
      {
        name: "name",
        value: "NAME",
        summary: "What the run is called, where a run is asked for:  assay compare NAME latest.",
      },
      {
        name: "workers",
        summary:
          "Leave the conversations to assay worker processes, on as many machines as there are; needs a PostgreSQL store.",
      },
      {
        name: "on_interrupt",
        value: "WHAT",
        summary:
          "What a first Ctrl-C does to a run on workers: leave it to them, or cancel it. A second one cancels it.",
        default: "leave",
      },
      { name: "case", value: "ID", many: true, summary: "Only this case." },
      { name: "tag", value: "TAG", many: true, summary: "Only cases with this tag." },
      {
        name: "quarantined",
        summary: "Run cases in quarantine, too; else only those that are named.",
      },
      { name: "failed", value: "[RUN]", summary: "Only what did not pass last time." },
      {
        name: "changed",
        summary:
          "Leave out cases that passed last time and whose agent, case and config are the same since.",
      },
      {
        name: "order",
        value: "ORDER",
        summary:
          "risk begins with cases tagged critical, then those that did not pass last time, then new ones.",
        default: "file",
      },
      {
        name: "decide",
        summary:
          "End as soon as the gates are decided: cases run in a random order, and are looked at after each by a test that bears it.",
      },
      {
        name: "budget",
        value: "DOLLARS",
        summary:
          "Begin no new case when the run has cost this much, the agent's model calls included where their price is known; --resume with more goes on.",
        default: "none",
      },
      { name: "fail_fast", summary: "Begin no new case after one has failed." },
      {
        name: "resume",
        value: "[RUN]",
        summary: "Go on with a run that was stopped. Nothing that finished is run again.",
      },
      {
        name: "resume_changed",
        summary: "Resume although the agent, a set or a config has changed.",
      },
      { name: "timeout", value: "SECONDS", summary: "Deadline of a turn.", default: "120" },
      {
        name: "case_timeout",
        value: "SECONDS",
        summary: "Deadline of a case; judging it has as long again.",
        default: "600",
      },
      {
        name: "run_timeout",
        value: "SECONDS",
        summary: "Deadline of the whole run.",
        default: "none",
      },
      {
        name: "initial_session_file",
        value: "FILE",
        summary: "Session state for every case, under what the case itself says.",
      },
      ...modelOptions,
      judgeCheckOption,
      ...gateOptions,
      emitOption,
      {
        name: "seed",
        value: "N",
        summary:
          "Decides where chance does: in simulated environments, as with tools that fail now and then, and in the order of --decide.",
        default: "a new one",
      },
      {
        name: "agent_name",
        value: "NAME",
        summary: "Evaluate this sub-agent instead of the root.",
      },
      {
        name: "agent_model",
        value: "MODEL",
        summary:
          "Run the agent with this model in place of its own: agents of @google/adk, of the AI SDK, and factories that take it.",
      },
      {
        name: "adk_results",
        value: "[WHEN]",
        summary: "Keep results as ADK does in .adk/eval_history: auto, always or never.",
        default:
          "auto: for agents of @google/adk, up to 2000 conversations; always without a value",
      },
      {
        name: "log_level",
        value: "LEVEL",
        summary: "debug says more; other levels change nothing.",
      },
      ...reportOptions,
    ],
    examples: [
      "assay eval my_agent",
      "assay eval my_agent smoke.evalset.json:one,two --config_file_path strict.json",
      "assay eval my_agent tests/ --num_runs 5 --reporter junit=report.xml",
      "assay eval my_agent --changed",
      'assay eval my_agent --gate "pass-rate > 0.9" --gate "cost < 2"',
      'assay eval my_agent --baseline main --gate "no-worse 0.02"',
      "assay eval --resume",
    ],
    load: async () => (await import("./eval-command.ts")).evalCommand,
  },
];
