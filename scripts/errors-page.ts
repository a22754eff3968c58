import type { ErrorCode } from "../src/core/errors.ts";
import { table } from "./markdown-table.ts";

interface ErrorSection {
  readonly means: string;
  readonly todo: string;
}

/** What each code means and what to do. The type asks for every code there is. */
export const errorSections: Readonly<Record<ErrorCode, ErrorSection>> = {
  "agent/failed": {
    means:
      "The agent's file was not loaded in time, since something at its top level waits for what does not come; or the process that `assay web` began for it, or for a run, ended before it was ready.",
    todo: "Look for a connection, or an `await` that never ends, at the top of the file. Move it into the agent, where the deadline of a turn applies. Of a process that ended, what it printed last is in the message.",
  },
  "agent/invalid": {
    means:
      "There is something at the agent's place, and it is no agent: the file does not load, exports nothing that can be asked, is written in another language, is an eval set or a config in the wrong place of the command line, or an `agent.json` with a mistake.",
    todo: "Export a function or an object with `start` as `rootAgent`, or put an `agent.json` with a command there. See [agents](../guide/agents.md).",
  },
  "agent/not-found": {
    means:
      "The folder or file does not exist, contains no agent or several in folders of their own, or has no sub-agent of that name.",
    todo: "Check the path; it is relative to the folder you run the command in. A folder needs a file such as `agent.ts`, `agent.js` or `agent.json`.",
  },
  "chat/busy": {
    means:
      "The agent is at work on a turn of this chat, and a chat has one at a time; or as many agents are at work as the server runs at once.",
    todo: "Wait for its answer, or stop it.",
  },
  "chat/not-found": {
    means:
      "There is no chat of this id, its agent does not lie in the folder that the server was started for, or no turn of it is going on.",
    todo: "`GET /api/v1/chats` lists those there are.",
  },
  "cli/usage": {
    means:
      "A command, option or value that does not exist, a value that is missing, or one that makes no sense.",
    todo: "Use the nearest name that the hint proposes, or read `assay COMMAND --help`.",
  },
  "config/invalid": {
    means:
      "A config, or a file of initial sessions, is not valid JSON or says something that nobody would honour.",
    todo: "Go to the line that is shown; up to five mistakes are reported at once. [Configs](../guide/configs.md) lists every key.",
  },
  "config/not-found": {
    means:
      "The config that was named does not exist. ADK would go on with its defaults; here that is a mistake.",
    todo: "Check the path; it is relative to the folder you run the command in. Leave the option out to use the `test_config.json` nearest to each set.",
  },
  "eval-set/changed": {
    means:
      "A case is not the one that a run was made with, so what the agent did then cannot become its reference; or the file of a set changed while somebody edited it in a browser.",
    todo: "Run the case again and accept that run, or load the page again and repeat the edit. Nothing was written.",
  },
  "eval-set/duplicate": {
    means:
      "Two cases of one set, or two sets of one run, have the same id, so their results could not be kept apart; or a case is to be added under an id that the set has already.",
    todo: "Rename one of them. To repeat a case, use `--num_runs`.",
  },
  "eval-set/empty": {
    means: "There is nothing to run: a set without cases, or a selection that no case matches.",
    todo: "Loosen `--case`, `--tag` or `--failed`, or add a case. Nothing run is never a pass.",
  },
  "eval-set/exists": {
    means: "The file to write is there already.",
    todo: "Choose another name; `assay eval-set migrate --force` writes over it.",
  },
  "eval-set/invalid": {
    means: "The text of an eval set is not UTF-8, not JSON, or not an eval set.",
    todo: "Go to the line that is shown. `assay eval-set validate FILE` reports all mistakes of a file without running anything. See [eval sets](../guide/eval-sets.md).",
  },
  "eval-set/not-found": {
    means: "No file, folder or id of that name is or contains an eval set.",
    todo: "Check the path. In folders only `*.evalset.json` and `*.test.json` are looked for; other names must be given in full.",
  },
  "eval-set/unknown-case": {
    means:
      "A case was chosen by an id that its set does not have, or of which the run has no finished conversation.",
    todo: "Use the nearest id from the hint, or list them with `assay eval-set show FILE`, those of a run with `assay runs show RUN`.",
  },
  "file/unreadable": {
    means: "A file exists and cannot be read, or contains something else than it should.",
    todo: "Check its permissions and its place in the message.",
  },
  "file/unwritable": {
    means:
      "A report, an eval set or a result cannot be written where it should go. Reports are tried before the first agent is called.",
    todo: "Check that the folder can be written to and that the disk has room.",
  },
  "gate/invalid": {
    means:
      "A gate is not understood, asks for what no run can reach, or asks about something that the run does not have: a metric, trials, a run to compare with.",
    todo: "Write it as pass-rate > 0.9, METRIC > 0.8, pass^5 > 0.7, cost < 2, latency-p95 < 3 or no-worse 0.02.",
  },
  "labels/invalid": {
    means: "A line of a file of human labels is not JSON, or not a label.",
    todo: "Fix the line that the message names. See [trust](../guide/trust.md) for what a label looks like.",
  },
  "metric/cannot-score": {
    means:
      "A set has scenarios, whose users are played by a model that is paid, and no metric of the config can score any of them.",
    todo: "Add a metric that looks at conversations, such as `multi_turn_task_success_v1`, or select other cases.",
  },
  "metric/cannot-run": {
    means:
      "A metric cannot run where it is asked for: it needs a judge model and nothing there can ask one, or it is one of your own whose code was not loaded.",
    todo: "Run it through `assay eval`, `assay score` or the library's `evaluate`, which can ask judges ([judges](../guide/judges.md)), or leave the metric out.",
  },
  "metric/invalid": {
    means:
      "The settings of a metric are wrong, or the code or program of a custom metric is not there. What is wrong in a config has the code `config/invalid`, with the line.",
    todo: "Check the metric's settings in [metrics](metrics.md); paths of code start from the config's folder.",
  },
  "metric/unknown": {
    means:
      "There is no metric of that name, or no run that is asked has it. A config that names one has the code `config/invalid`, with the line.",
    todo: "Use the nearest name from the hint, list them with `assay metrics`, or define your own under `custom_metrics`.",
  },
  "model/failed": {
    means:
      "A model that had to answer did not: it could not be reached, or its answer could not be used.",
    todo: "The message says why. Judges and simulated users are asked one small question before the run, so that this is found before any agent is called. Correct the key, the name or the address, or name another model.",
  },
  "model/no-address": {
    means: "A model of a provider that has no address of its own was named, and none was given.",
    todo: "Set the variable that the hint names to the base URL of your server, give `--base_url`, or write `base_url` into the config.",
  },
  "model/no-key": {
    means: "The provider of a model needs a key, and its environment variable is not set.",
    todo: "Set the variable that the message names (an agent's `.env` counts), or choose a model of another provider where the hint says: `--judge_model` for judges, `user_simulator_config` for simulated users, `simulation_model` for simulated tools.",
  },
  "model/no-price": {
    means: "A run has a ceiling for its costs, and what one of its models costs is not known.",
    todo: 'A call without a price would be counted as free, and the ceiling would limit nothing. Say the price in the config, in US dollars for a million tokens: `"model_prices": { "openai-compatible/my-model": { "input": 0.1, "output": 0.4 } }`, with 0 and 0 for a server of your own.',
  },
  "model/unknown": {
    means: "There is no model of that name, or no provider.",
    todo: "Use the nearest name from the hint.",
  },
  "name/invalid": {
    means:
      "An id cannot be the name of a file, or a run cannot be called so: it is empty, a path, too long, contains characters that would need quoting, or means something else already.",
    todo: "Use letters, digits, dashes, dots and underscores. Names of runs may have slashes too.",
  },
  "run/busy": {
    means: "Another process is working on that run, or has taken it over.",
    todo: "Wait for it or stop it. The lock of a process that was killed ends by itself.",
  },
  "review/not-found": {
    means: "Nothing of this id waits to be looked at, or was: somebody took it out.",
    todo: "`GET /api/v1/review` lists what is there.",
  },
  "run/changed": {
    means:
      "A stopped run cannot go on: its agent, a prompt, a set, a config, a metric's code, a judge, a simulated user or environment or the version of Assay has changed since, and half a run by one and half by another is nobody's result. Or several blocks of tests may have begun it.",
    todo: "Start a new run, or add `--resume_changed` if the change does not matter. Blocks whose agents have one code are told apart by `name`.",
  },
  "run/kept": {
    means: "A run is to be removed that somebody protected with `assay runs keep`.",
    todo: "Release it with `assay runs keep RUN --release`, then remove it.",
  },
  "run/no-baseline": {
    means:
      "There is no run to compare with: none of the same sets and metrics was made at an earlier commit, git cannot be asked, or the one that was named has another set.",
    todo: "Name a run of the same set, or evaluate the commit that you want to compare with first. A clone with only the last commits does not know the earlier ones.",
  },
  "run/not-acceptable": {
    means:
      "What the agent did in a case cannot become its reference: it broke off, said nothing or a secret, or its trials did not do the same.",
    todo: "Fix the agent and run again, or name the trial that is meant with `--trial`.",
  },
  "run/not-comparable": {
    means: "Two runs have no case in common.",
    todo: "Compare runs of the same eval set. Cases are paired by the ids of their set and of themselves, so a set whose `eval_set_id` was changed counts as another one.",
  },
  "run/not-found": {
    means:
      "No run has that id or name, or was made at that commit; several could be meant, none was stopped, or it is of the wrong kind.",
    todo: "List them with `assay runs`. Runs are kept in `.assay/assay.db` of the folder you run the command in, or beside the project's config, unless `--store` or that config says otherwise.",
  },
  "server/cannot-listen": {
    means:
      "`assay web` or `assay serve` cannot listen where it was told to: another program does, or the address is none of this machine's.",
    todo: "End the other program, or choose another port (`--port`, `--otlp_port`, `--otlp_grpc_port`; 0 picks a free one) or `--host`.",
  },
  "session/golden": {
    means: "A session that is golden is not removed.",
    todo: "Take that back first: `assay sessions golden ID --remove`.",
  },
  "session/not-found": {
    means: "No session has that id.",
    todo: "List them with `assay sessions`, or `assay sessions --all` with traces that tell of no agent.",
  },
  "store/unusable": {
    means:
      "The database of runs cannot be used: another program's, a newer version's, damaged, locked, removed while it was written, or on a full or read-only disk.",
    todo: "Do what the message says, or give another place with `--store FILE`.",
  },
  "trace/empty": {
    means:
      "No span could be read from the trace files, they hold no conversation, or nothing says what the user said; or there is no session beside the golden one.",
    todo: "Check that the exporter has written something, and that content is recorded ([traces](../guide/traces.md#what-is-read)).",
  },
  "trace/invalid": {
    means:
      "A file holds no trace in a form that is read, or not the form that `--format` names, or more than can be read at once.",
    todo: "Export Jaeger JSON, OTLP JSON, JSON lines of spans or exports, or OTLP protobuf; gzip is fine. What a file is called does not matter.",
  },
  "users/exists": {
    means: "There is a user of that name already.",
    todo: "Choose another name, or change the one that is there with `assay users role` and `assay users password`.",
  },
  "users/invalid": {
    means:
      "The file that says who may come in is not there or not what `assay users` writes, or a name, a password or a role in a request cannot be one.",
    todo: "Make it with `assay users add NAME --role admin`, or mend what the message names. Until then nobody is let in.",
  },
  "users/not-allowed": {
    means:
      "Something that the role of whoever asks does not allow, a password that is wrong, or a server that has no users.",
    todo: "Ask an admin of the server for the role that the message names.",
  },
  "users/not-found": {
    means: "There is no user, token or session of that name.",
    todo: "`assay users list` and `assay users tokens` say which there are.",
  },
};

/** docs/reference/errors.md. */
export function errorsPage(): string {
  const codes = Object.keys(errorSections).sort() as ErrorCode[];
  return `${[
    "# Errors",
    "Made by `node scripts/write-reference.ts` from `scripts/errors-page.ts`. What a user can fix is reported in a sentence, most often with a hint, without a stack, and the command exits with 2. In the library it is a `UserFacingError`, and its `code` is one of these:",
    table(
      ["code", "means"],
      codes.map((code) => [`[${code}](#${code.replace("/", "")})`, errorSections[code].means]),
    ),
    ...codes.flatMap((code) => [`## ${code}`, errorSections[code].means, errorSections[code].todo]),
  ].join("\n\n")}\n`;
}
