import { UserFacingError } from "../../core/errors.ts";
import type { TrialRule } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { plural } from "../../core/text/plural.ts";
import { type EvalRequest, evalDefaults } from "../../project/plan/eval-request.ts";
import { criterionOptions } from "../arguments/criterion-option.ts";
import { checkWhole, gateOptions } from "../arguments/gate-options.ts";
import {
  choiceOption,
  countOption,
  dollarsOption,
  isOn,
  judgeCheckOption,
  listOption,
  modelOptions,
  secondsOption,
  textOption,
  trialRuleOption,
} from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { failuresFor } from "./failed-again.ts";

/** What the command line asks for; undefined when `--failed` finds nothing to run again. */
export async function requestFrom(
  input: CommandInput,
  store: RunStore,
): Promise<EvalRequest | undefined> {
  const { options, project } = input;
  checkWhole(options);
  checkOrder(options);
  const failed = options.failed === undefined ? undefined : await failuresFor(input, store);
  if (failed === "none") return undefined;
  const again = failed?.again;
  const [agent = again?.agent, ...evalSets] = input.arguments;
  if (agent === undefined) {
    throw new UserFacingError("cli/usage", "assay eval needs AGENT.", {
      hint: "Give the folder or file that exports the agent, or name it in assay.config.json. Begin with one of yours:  assay init",
    });
  }
  const trials = countOption(
    options,
    "num_runs",
    again?.trials ?? project?.trials ?? evalDefaults.trials,
  );
  return {
    ...(again ?? {}),
    // a name is of one run, and not of what is run again of it
    name: undefined,
    ...gateOptions(options),
    ...(project === undefined ? {} : { project: project.path }),
    agent,
    evalSets: evalSets.length === 0 ? (again?.evalSets ?? []) : evalSets,
    ...namedIn(options),
    caseIds: listOption(options, "case"),
    tags: listOption(options, "tag"),
    quarantined: isOn(options, "quarantined") ? true : undefined,
    failedIn: failed?.runId,
    onlyCases: failed?.cases,
    trials,
    require:
      options.require === undefined && again !== undefined
        ? again.require
        : requireFor(trialRuleOption(options) ?? project?.require ?? evalDefaults.require, trials),
    concurrency: countOption(
      options,
      "concurrency",
      again?.concurrency ?? project?.concurrency ?? evalDefaults.concurrency,
    ),
    failFast: isOn(options, "fail_fast"),
    ...(isOn(options, "decide") ? { decide: true } : {}),
    timeouts: {
      ...evalDefaults.timeouts,
      ...withoutGaps(project?.timeouts ?? {}),
      ...again?.timeouts,
      ...timeoutsIn(options),
    },
  };
}

/** An order that somebody chose says something of the cases that come first. */
function checkOrder(options: CommandInput["options"]): void {
  if (!isOn(options, "decide") || textOption(options, "order") !== "risk") return;
  throw new UserFacingError(
    "cli/usage",
    "--decide runs cases in a random order, so that the first ones stand for all; --order risk would begin with the worst.",
    { hint: "Leave out one of them." },
  );
}

/** How a run goes on may be said anew; what it measures may not. */
export function withHow(request: EvalRequest, options: CommandInput["options"]): EvalRequest {
  const { maxCost } = modelOptions(options);
  const { order, budget } = namedIn(options);
  return {
    ...request,
    ...withoutGaps({ maxCost, budget, order: request.decide === true ? undefined : order }),
    concurrency: countOption(options, "concurrency", request.concurrency),
    failFast: request.failFast || isOn(options, "fail_fast"),
    timeouts: { ...request.timeouts, ...timeoutsIn(options) },
  };
}

/** Options that say what is measured, which a resume takes from the run. */
const settled = [
  "config_file_path",
  "criterion",
  "num_runs",
  "require",
  "case",
  "tag",
  "quarantined",
  "failed",
  "changed",
  "eval_set",
  "initial_session_file",
  "judge_model",
  "base_url",
  "judge_check",
  "seed",
  "decide",
  "agent_name",
  "agent_model",
  "name",
  "metric",
  "threshold",
  "trajectory_match_type",
  "group_by",
  "match",
  "format",
];

export function leftOutNotes(options: CommandInput["options"]): readonly string[] {
  return settled
    .filter((name) => options[name] !== undefined)
    .map((name) => `--${name} is left out: a resume measures what the run began with.`);
}

/** What a flag names; what none names stays as it was. */
function namedIn(options: CommandInput["options"]): Partial<EvalRequest> {
  return withoutGaps({
    name: textOption(options, "name"),
    agentName: textOption(options, "agent_name"),
    agentModel: textOption(options, "agent_model"),
    configFilePath: textOption(options, "config_file_path"),
    criteria: criterionOptions(options),
    initialSessionFile: textOption(options, "initial_session_file"),
    order: choiceOption(options, "order", ["file", "risk"]),
    ...modelOptions(options),
    budget: dollarsOption(options, "budget"),
    judgeCheck: judgeCheckOption(options),
    seed: options.seed === undefined ? undefined : countOption(options, "seed", 7),
  });
}

function timeoutsIn(options: CommandInput["options"]): Partial<EvalRequest["timeouts"]> {
  return withoutGaps({
    turn: secondsOption(options, "timeout"),
    case: secondsOption(options, "case_timeout"),
    run: secondsOption(options, "run_timeout"),
  });
}

function withoutGaps<T extends object>(
  values: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

function requireFor(rule: TrialRule, trials: number): TrialRule {
  if (typeof rule === "number" && rule > trials) {
    throw new UserFacingError(
      "cli/usage",
      `--require ${rule} can never hold with ${plural(trials, "trial")}.`,
      {
        hint: `Ask for at most ${trials}, or for more trials with --num_runs.`,
      },
    );
  }
  return rule;
}

/** The flag alone asks for them. */
export function adkResultsFrom(options: CommandInput["options"]): "auto" | "always" | "never" {
  if (options.adk_results === true) return "always";
  return choiceOption(options, "adk_results", ["auto", "always", "never"]) ?? "auto";
}
