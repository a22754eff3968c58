import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { strangeKey } from "../agents/isolation/built-ins.ts";
import { UserFacingError } from "../core/errors.ts";
import type { JudgeCheckMode } from "../core/judge-check.ts";
import type { Reporter } from "../core/reporter.ts";
import type { TrialRule } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { camelCase } from "../core/text/key-case.ts";
import { nearest } from "../core/text/nearest.ts";
import { plural } from "../core/text/plural.ts";
import type { ModelLike } from "../models/index.ts";
import { type GivenSession, initialSessionOf } from "../project/eval-sets/read-initial-session.ts";
import { type EvalSetInput, resolveEvalSets } from "../project/eval-sets/resolve-eval-sets.ts";
import type { AskedGates } from "../project/gates/asked-gates.ts";
import { type AgentChoice, evalDefaults, type RunRequest } from "../project/plan/eval-request.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { storePlace } from "../stores/store-place.ts";
import { checkOptionValues, otherWord } from "./check-option-values.ts";
import { type ConfigChoice, hasMetricsOfItsOwn, resolveConfig } from "./resolve-config.ts";
import type { RunResult } from "./run-result.ts";

/** How to run. Everything may be left out. */
export interface RunOptions extends ConfigChoice, AgentChoice {
  /** What the run is called, where a run is asked for: `compare("baseline", run)`. */
  readonly name?: string | undefined;
  /** How often each conversation is run; 1 unless given. */
  readonly trials?: number | undefined;
  /** How trials make a verdict: by pooled means, or when all, any or so many pass. */
  readonly require?: TrialRule | undefined;
  /** Only cases of these ids. */
  readonly cases?: readonly string[] | undefined;
  /** Only cases with one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Whether cases in quarantine run, too; only those that `cases` names unless given. */
  readonly quarantined?: boolean | undefined;
  /** The session every case begins with: a file, or the session itself. What a case says wins. */
  readonly initialSession?: string | GivenSession | undefined;
  /** Conversations at once; 8 unless given. */
  readonly concurrency?: number | undefined;
  /** Begin no new case after one has failed. */
  readonly failFast?: boolean | undefined;
  /** Judges everything, whatever the criteria say. */
  readonly judgeModel?: ModelLike | undefined;
  /** Address of an OpenAI-compatible server. */
  readonly baseUrl?: string | undefined;
  /** Ceiling for the model calls of judges and simulated users, in US dollars. */
  readonly maxCost?: number | undefined;
  /** Whether judges answer control questions before they judge: "auto" unless given, which asks all but functions of yours. */
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** Decides where chance does, as with tools that fail now and then; a number of its own for each run unless given. */
  readonly seed?: number | undefined;
  /** Seconds. */
  readonly timeouts?:
    | { readonly turn?: number; readonly case?: number; readonly run?: number }
    | undefined;
  /** Where the run is kept: a file, `postgres://…`, "memory", or a store of your own. `ASSAY_STORE` or `.assay/assay.db` unless given, where `assay runs` looks. */
  readonly store?: string | RunStore | undefined;
  readonly reporters?: readonly Reporter[] | undefined;
  /** Whether ADK's result files are written too; never unless given. */
  readonly adkResults?: "auto" | "always" | "never" | undefined;
  /** Where relative paths begin; the working folder unless given. */
  readonly cwd?: string | undefined;
  /** Ends the run; what has finished is kept. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Goes on with a run that was stopped: `true` with the newest of the same agent and sets, unless that has ended; an id
   * with that run. Nothing that finished is run or paid for again.
   */
  readonly resume?: boolean | string | undefined;
  /** What the run as a whole must show instead of every case passing: `["pass-rate > 0.9", "cost < 2"]`. */
  readonly gates?: string | readonly string[] | undefined;
  /** Gates compare the end of the 95 % interval ("bound", unless given), or the estimate itself, as ADK does ("point"). */
  readonly gateBy?: "bound" | "point" | undefined;
  /** What `no-worse` compares with: a run that is at hand, or the id or name of one, a commit, a branch or a tag. */
  readonly baseline?: RunResult | string | undefined;
  /** Runs cases in a random order and ends as soon as the gates are decided, by tests that may look as often as they like. */
  readonly decide?: boolean | undefined;
  /** Ends the run once its own model calls and those of the agent, as far as their price is known, have cost so many US dollars. */
  readonly budget?: number | undefined;
}

/** Options of runs that are held against something as a whole; the others go by their cases. */
export const gateOptionNames = ["gates", "gateBy", "baseline"] as const;

/** Options of runs that may end before all of their cases have run. */
export const earlyEndOptionNames = ["decide", "budget"] as const;

/** Every option there is, for programs that no compiler checks. */
export const runOptionNames: readonly (keyof RunOptions)[] = [
  "config",
  "criteria",
  "metrics",
  "agentName",
  "agentModel",
  "name",
  "trials",
  "require",
  "cases",
  "tags",
  "quarantined",
  "initialSession",
  "concurrency",
  "failFast",
  "judgeModel",
  "baseUrl",
  "maxCost",
  "judgeCheck",
  "seed",
  "timeouts",
  "store",
  "reporters",
  "adkResults",
  "cwd",
  "signal",
  "resume",
  ...gateOptionNames,
  ...earlyEndOptionNames,
];

/** The plan's request from what a program gave. */
export async function resolveRequest(
  agent: unknown,
  evalSets: EvalSetInput | readonly EvalSetInput[] | undefined,
  options: RunOptions,
): Promise<RunRequest> {
  checkObjects();
  checkOptionValues(options);
  // defaults stand for what is undefined only: null is a mistake here as in every other option
  const { initialSession, trials: asked = evalDefaults.trials } = options;
  const { require = evalDefaults.require, concurrency = evalDefaults.concurrency } = options;
  const trials = countOption("trials", asked);
  return {
    agent: agent instanceof URL ? fileURLToPath(agent) : agent,
    agentName: options.agentName,
    agentModel: options.agentModel,
    name: options.name,
    evalSets: resolveEvalSets(evalSets),
    ...(await configOf(options)),
    ...(typeof initialSession === "object"
      ? { initialSession: initialSessionOf(initialSession) }
      : { initialSessionFile: initialSession }),
    caseIds: options.cases ?? [],
    tags: options.tags ?? [],
    ...(options.quarantined === true ? { quarantined: true } : {}),
    trials,
    require: requireFor(require, trials),
    concurrency: countOption("concurrency", concurrency),
    failFast: options.failFast ?? false,
    judgeModel: options.judgeModel,
    baseUrl: options.baseUrl,
    maxCost: options.maxCost,
    judgeCheck: checkMode(options.judgeCheck),
    seed: options.seed,
    timeouts: { ...evalDefaults.timeouts, ...checkTimeouts(options.timeouts) },
    ...askedGates(options),
    ...(options.decide === true ? { decide: true } : {}),
    budget: options.budget,
  };
}

/** What a program asks of a run as a whole. A run that is at hand has no name to be found by. */
export function askedGates({
  gates,
  gateBy,
  baseline,
}: Pick<RunOptions, "gates" | "gateBy" | "baseline">): AskedGates {
  return {
    ...(gates === undefined ? {} : { gates: [gates].flat() }),
    ...(gateBy === undefined ? {} : { gateBy }),
    ...(typeof baseline === "string" ? { baseline } : {}),
  };
}

/** Deadlines in seconds; one that is misspelt, or no length of time, would leave the default in its place. */
export function checkTimeouts(timeouts: RunOptions["timeouts"] = {}): RunOptions["timeouts"] {
  if (!isObject(timeouts)) {
    throw new UserFacingError(
      "cli/usage",
      `timeouts is ${shown(timeouts)}; an object was expected.`,
      { hint: "Write, for example, timeouts: { turn: 30 }. They are seconds." },
    );
  }
  checkOptions("timeouts", timeouts, ["turn", "case", "run"]);
  for (const [name, seconds] of Object.entries(timeouts)) {
    if (seconds === undefined || (typeof seconds === "number" && seconds > 0)) continue;
    throw new UserFacingError(
      "cli/usage",
      `timeouts.${name} is ${shown(seconds)}; a number of seconds was expected.`,
      { hint: `Write, for example, timeouts: { ${name}: 30 }.` },
    );
  }
  return timeouts;
}

export function checkMode(mode: JudgeCheckMode | undefined): JudgeCheckMode | undefined {
  if (mode === undefined || ["on", "off", "auto"].includes(mode)) return mode;
  throw new UserFacingError(
    "cli/usage",
    `judgeCheck is ${shown(mode)}; on, off or auto was expected.`,
    {
      hint: 'Write judgeCheck: "off" to let a judge go on without control questions.',
    },
  );
}

/** An agent that the program imported may have done this before anybody looked; no verdict is to be had then. */
function checkObjects(): void {
  const key = strangeKey();
  if (key === undefined) return;
  throw new UserFacingError("agent/invalid", `Object.prototype was given "${key}".`, {
    hint: "Every object seems to have it then, results included. Take it out before the evaluation.",
  });
}

/** A config file stays a name, so that the run says where its criteria came from. */
async function configOf(
  options: RunOptions,
): Promise<Pick<RunRequest, "config" | "configFilePath">> {
  const { config } = options;
  if (typeof config === "string" && !hasMetricsOfItsOwn(options)) return { configFilePath: config };
  return { config: await resolveConfig(options, cwdOf(options)) };
}

/** A misspelt option must not pass as one that was left out. */
export function checkOptions(call: string, given: object, all: readonly string[]): void {
  if (!isObject(given)) {
    throw new UserFacingError("cli/usage", `${call} was given ${shown(given)} for its options.`, {
      hint: 'They are an object. A config file is one of them: { config: "test_config.json" }.',
    });
  }
  for (const key of Object.keys(given)) {
    if (all.includes(key)) continue;
    const near = otherWord(camelCase(key), all) ?? nearest(camelCase(key), all);
    throw new UserFacingError("cli/usage", `${call} has no option "${key}".`, {
      hint: near === undefined ? `There are ${all.join(", ")}.` : `Did you mean ${near}?`,
    });
  }
}

/** Hands over the store that was asked for; one that was opened here is closed when the work is done. */
export async function withStore<T>(
  { store, cwd }: Pick<RunOptions, "store" | "cwd">,
  work: (store: RunStore) => Promise<T>,
): Promise<T> {
  if (typeof store === "object") return work(store);
  if (store === "memory") return work(memoryStore());
  const place = storePlace(store, { cwd: cwdOf({ cwd }), env: process.env });
  // loaded only here: most of what imports this file opens no database
  const { openRunStore } = await import("../stores/open-store.ts");
  const opened = await openRunStore(place);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

export function cwdOf({ cwd }: Pick<RunOptions, "cwd">): string {
  return resolve(cwd ?? process.cwd());
}

export function countOption(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new UserFacingError(
    "cli/usage",
    `${name} is ${shown(value)}; a whole number from 1 was expected.`,
    {
      hint: `Write, for example, ${name}: 3.`,
    },
  );
}

const rules: readonly unknown[] = ["pooled", "mean", "all", "any"];

function requireFor(rule: TrialRule, trials: number): TrialRule {
  if (rules.includes(rule)) return rule;
  // programs that no compiler checked; what means nothing must not decide
  if (!Number.isInteger(rule)) {
    throw new UserFacingError("cli/usage", `require is ${shown(rule)}, which is no rule.`, {
      hint: `There are ${rules.join(", ")}, or a number of trials that must pass.`,
    });
  }
  if (Number(rule) >= 1 && Number(rule) <= trials) return rule;
  const why = `require: ${rule} can never hold with ${plural(trials, "trial")}.`;
  throw new UserFacingError("cli/usage", why, {
    hint: `Ask for at most ${trials}, or for more trials.`,
  });
}
