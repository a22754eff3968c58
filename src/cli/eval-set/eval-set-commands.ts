import { jobOptions } from "../arguments/job-options.ts";
import type { ArgumentSpec, CommandSpec } from "../command.ts";

const agentFolder: ArgumentSpec = {
  name: "AGENT_DIR",
  required: true,
  summary: "The agent's folder; its name is the app's name.",
};

const evalSetId: ArgumentSpec = {
  name: "ID",
  required: true,
  summary: "Id of the set; it is kept in AGENT_DIR/ID.evalset.json.",
};

export const evalSetCommands: readonly CommandSpec[] = [
  {
    name: "eval-set show",
    aliases: ["eval_set show"],
    summary: "List the cases of an eval set, or show one whole.",
    arguments: [
      { name: "FILE[:case,case]", required: true, summary: "An eval set, in any format." },
    ],
    options: [
      { name: "case", value: "ID", many: true, summary: "Only this case, with its turns." },
    ],
    examples: [
      "assay eval-set show smoke.evalset.json",
      "assay eval-set show smoke.evalset.json --case lights_off",
    ],
    load: async () => (await import("./eval-set-show-command.ts")).evalSetShowCommand,
  },
  {
    name: "eval-set validate",
    aliases: ["eval_set validate"],
    summary: "Check eval sets without running anything; exits with 2 when one has mistakes.",
    arguments: [
      {
        name: "FILE",
        many: true,
        summary: "Files or folders; none means everything below this folder.",
      },
    ],
    options: [
      { name: "strict", summary: "What is only odd counts as a mistake, too." },
      { name: "adk", summary: "What ADK itself would not read counts as a mistake, too." },
      {
        name: "config_file_path",
        value: "FILE",
        summary: "The config the sets are run with; else the test_config.json nearest to each.",
      },
      {
        name: "verbose",
        short: "v",
        summary: "Also what was left out, and which default stands for it.",
      },
    ],
    examples: ["assay eval-set validate", "assay eval-set validate evals/ --adk"],
    load: async () => (await import("./eval-set-validate-command.ts")).evalSetValidateCommand,
  },
  {
    name: "eval-set format",
    aliases: ["eval_set format"],
    summary: "Lay eval sets out by one rule; with --strict, write the form that ADK reads.",
    arguments: [
      {
        name: "FILE",
        many: true,
        summary: "Files or folders, changed in place; none means everything below this folder.",
      },
    ],
    options: [
      {
        name: "strict",
        summary: "Strict JSON in ADK's own form: shorthand is written out, comments are left out.",
      },
      { name: "check", summary: "Change nothing; exit with 2 when a file is not formatted." },
      {
        name: "output",
        short: "o",
        value: "FILE",
        summary: "Write there instead; - is standard output.",
      },
    ],
    examples: [
      "assay eval-set format smoke.evalset.json",
      "assay eval-set format smoke.evalset.json --strict -o for-adk.evalset.json",
    ],
    load: async () => (await import("./eval-set-format-command.ts")).evalSetFormatCommand,
  },
  {
    name: "eval-set migrate",
    aliases: ["eval_set migrate"],
    summary: "Write the eval set that a file of an old format stands for.",
    arguments: [
      { name: "OLD", required: true, summary: "A list of rows, or of cases with names and data." },
      { name: "NEW", required: true, summary: "The file to write; its name becomes the set's id." },
    ],
    options: [
      {
        name: "initial_session_file",
        value: "FILE",
        summary: "Session of the rows, as JSON with app_name, user_id and state.",
      },
      { name: "force", short: "f", summary: "Write over a file that is there." },
    ],
    examples: ["assay eval-set migrate smoke.test.json smoke.evalset.json"],
    load: async () => (await import("./eval-set-migrate-command.ts")).evalSetMigrateCommand,
  },
  {
    name: "eval-set create",
    aliases: ["eval_set create"],
    summary: "Create an empty eval set for an agent.",
    arguments: [agentFolder, evalSetId],
    options: [
      { name: "log_level", value: "LEVEL", summary: "Accepted for ADK's sake; changes nothing." },
    ],
    examples: ["assay eval-set create my_agent smoke"],
    load: async () => (await import("./eval-set-create-command.ts")).evalSetCreateCommand,
  },
  {
    name: "eval-set add-case",
    aliases: ["eval_set add_eval_case", "eval-set add_eval_case", "eval_set add-case"],
    summary: "Add a case for every scenario of a file, or make one of a conversation of a run.",
    arguments: [
      {
        name: "AGENT_DIR|FILE",
        required: true,
        summary: "The agent's folder, with ID; or the file of an eval set.",
      },
      { ...evalSetId, required: false },
    ],
    options: [
      {
        name: "scenarios_file",
        value: "FILE",
        summary:
          'JSON as {"scenarios": [{"starting_prompt", "conversation_plan"}]}; equal ones are added once.',
      },
      {
        name: "session_input_file",
        value: "FILE",
        summary: "JSON with app_name, user_id and state; every case begins so.",
      },
      {
        name: "from_run",
        value: "RUN:CASE",
        summary: "A finished conversation; its answers and calls become the references.",
      },
      { name: "id", value: "ID", summary: "The new case's id, with --from_run." },
      { name: "trial", value: "N", summary: "Which trial of the case, with --from_run." },
      {
        name: "no_references",
        summary: "Keep only what the user said, with --from_run: the agent was wrong.",
      },
      {
        name: "store",
        value: "STORE",
        summary: "Where all runs are: a file, or postgres://USER@HOST/DATABASE.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
      { name: "log_level", value: "LEVEL", summary: "Accepted for ADK's sake; changes nothing." },
    ],
    examples: [
      "assay eval-set add-case my_agent smoke --scenarios_file s.json --session_input_file i.json",
      "assay eval-set add-case smoke.evalset.json --from-run latest:lights_off",
    ],
    load: async () => (await import("./eval-set-add-case-command.ts")).evalSetAddCaseCommand,
  },
  {
    name: "eval-set from-trace",
    aliases: ["eval_set from-trace", "eval_set from_trace", "eval-set from_trace"],
    summary: "Make a case of every conversation in traces: what the agent did is what is expected.",
    arguments: [
      {
        name: "TRACE… EVALSET",
        many: true,
        summary: "Trace files, folders of them or -, then the eval set, which is made or added to.",
      },
    ],
    options: [
      {
        name: "group_by",
        value: "WHAT",
        summary: "A case of each trace, conversation, or auto: conversation where one is named.",
        default: "conversation",
      },
      {
        name: "format",
        short: "f",
        value: "NAME",
        summary: "jaeger-json or otlp-json, instead of what the content says.",
      },
    ],
    examples: ["assay eval-set from-trace trace.json new.evalset.json"],
    load: async () => (await import("./eval-set-from-trace-command.ts")).evalSetFromTraceCommand,
  },
  {
    name: "eval-set generate",
    aliases: ["eval_set generate_eval_cases", "eval-set generate_eval_cases", "eval_set generate"],
    summary: "Let a model make up cases for an agent; the set is created when it is missing.",
    // a resume knows them
    arguments: [
      { ...agentFolder, required: false },
      { ...evalSetId, required: false },
    ],
    options: [
      {
        name: "user_simulation_config_file",
        value: "FILE",
        summary:
          "JSON with count, model_name, generation_instruction, environment_context, description. Required.",
      },
      { name: "base_url", value: "URL", summary: "Where the model's server is." },
      { name: "max_cost", value: "DOLLARS", summary: "Ask no more when this much is spent." },
      { name: "log_level", value: "LEVEL", summary: "Accepted for ADK's sake; changes nothing." },
      ...jobOptions,
      {
        name: "store",
        value: "STORE",
        summary: "Database that keeps what the model answered.",
        default: "ASSAY_STORE, the project's, or .assay/assay.db",
      },
    ],
    examples: ["assay eval-set generate my_agent new_set --user_simulation_config_file gen.json"],
    load: async () => (await import("./eval-set-generate-command.ts")).evalSetGenerateCommand,
  },
];
