import { errorFromProblems, type Problem, UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import type { JsonExtension } from "../../core/json/json-syntax-error.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import type { ControlQuestion, JudgeCheckMode } from "../../core/judge-check.ts";
import {
  isObject,
  ParseContext,
  type SchemaProblem,
  shown,
} from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import type { ModelLike, ModelPrices } from "../../models/index.ts";
import type { EnvironmentConfig } from "../../simulation/environment/environment-config.ts";
import {
  checkControlQuestions,
  controlQuestionsOf,
} from "../judge-checks/control-question-config.ts";
import { customDefinition, customPath } from "../metrics/custom-definition.ts";
import { type CustomMetricPlan, metricDefinition } from "../metrics/plan-metrics.ts";
import { readCriterion } from "../metrics/read-criterion.ts";
import {
  type CustomMetricConfig,
  configParts,
  type LiveModelConfig,
  type ScoreBands,
} from "./config-parts.ts";
import { suggestKey } from "./suggest-key.ts";
import type { UserSimulatorConfig } from "./user-simulator-config.ts";

/** A `test_config.json`, read and checked: what to measure, and who plays the user. */
export interface EvalConfig {
  /** In the order of the file; the values as they were written. */
  readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
  readonly customMetrics: ReadonlyMap<string, CustomMetricConfig>;
  /** The custom metrics for the plan; only `readConfigFile` loads the code of those that `criteria` names. */
  readonly custom: ReadonlyMap<string, CustomMetricPlan>;
  readonly userSimulatorConfig?: UserSimulatorConfig | undefined;
  readonly liveModelConfig?: LiveModelConfig | undefined;
  /** Which tools do not run for real. */
  readonly environmentSimulation?: EnvironmentConfig | undefined;
  /** Words for scores from `from` upwards, the best first. */
  readonly scoreBands?: readonly { readonly from: number; readonly word: string }[] | undefined;
  /** Judges every judged metric; a config that is code may have the model itself. */
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  readonly modelPrices?: ModelPrices | undefined;
  /** Models that stand in the config themselves, by the names that stand for them. */
  readonly inHand?: ReadonlyMap<string, ModelLike> | undefined;
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** The project's own control questions, by metric. */
  readonly controlQuestions?: ReadonlyMap<string, readonly ControlQuestion[]> | undefined;
  /** Variables whose values never leave the process; with `!` before it, one that may. */
  readonly secrets?: readonly string[] | undefined;
  /** What the run as a whole is to reach, by what, and compared with which run. */
  readonly gates?: readonly string[] | undefined;
  readonly gateBy?: "bound" | "point" | undefined;
  readonly baseline?: string | undefined;
  /** Things that are allowed and probably not meant. */
  readonly warnings: readonly Problem[];
}

interface ReadConfigOptions {
  readonly file: string;
  /** Refuse comments and trailing commas, as ADK does. */
  readonly strict?: boolean | undefined;
}

/** Reads the text of a config. Throws one error that lists every mistake in it. */
export function readConfig(text: string, { file, strict }: ReadConfigOptions): EvalConfig {
  const { value, extended } = parseJsonText(text, { file, code: "config/invalid" });
  if (strict === true) refuseExtensions(extended, file);
  const { config, problems, warnings } = examineConfig(value);
  if (problems.length > 0) {
    throw errorFromProblems("config/invalid", locateProblems(text, problems, file));
  }
  return { ...config, warnings: locateProblems(text, warnings, file) };
}

/** Reads a config that was parsed already, with what is wrong or odd in it. */
export function examineConfig(value: unknown): {
  readonly config: EvalConfig;
  readonly problems: readonly SchemaProblem[];
  readonly warnings: readonly SchemaProblem[];
} {
  const context = new ParseContext();
  const config = { ...readWhole(value, context), warnings: [] };
  return { config, problems: context.problems.map(withHint), warnings: context.warnings };
}

function refuseExtensions(extended: readonly JsonExtension[], file: string): void {
  const [first] = extended;
  if (first === undefined) return;
  throw new UserFacingError("config/invalid", `${file} has a ${first.what}.`, {
    hint: "ADK reads strict JSON only; take it out.",
    place: { file },
  });
}

const knownKeys = [
  "criteria",
  "custom_metrics",
  "user_simulator_config",
  "live_model_config",
  "environment_simulation",
  "score_bands",
  "judge_model",
  "base_url",
  "model_prices",
  "judge_check",
  "control_questions",
  "secrets",
  "gates",
  "gate_by",
  "baseline",
];

function readWhole(value: unknown, context: ParseContext): Omit<EvalConfig, "warnings"> {
  if (!isObject(value)) {
    context.problem(`The file is ${shown(value)}; an object was expected.`, {
      hint: 'A config looks like {"criteria": {"response_match_score": 0.8}}.',
    });
    return nothing;
  }
  const entries = Object.entries(value).filter(([key]) => isKnown(key, context));
  const rest = Object.fromEntries(entries.filter(([key]) => key !== "criteria"));
  const read = configParts.read(rest, context);
  const custom = value.customMetrics ?? value.custom_metrics;
  const names = isObject(custom) ? Object.keys(custom) : [];
  const criteria = readCriteria(value, new Set(names), context);
  const known = { custom: new Set(names), criteria: criteria.map(([name]) => name) };
  checkControlQuestions(read.controlQuestions ?? {}, known, context);
  // what a mistake left behind means nothing, and is not looked at
  if (context.problems.length > 0) return nothing;
  const { customMetrics = {}, scoreBands, controlQuestions: asked, ...others } = read;
  const customEntries = Object.entries(customMetrics);
  return {
    ...others,
    ...(scoreBands === undefined ? {} : { scoreBands: bandsOf(scoreBands) }),
    ...(asked === undefined ? {} : { controlQuestions: controlQuestionsOf(asked) }),
    customMetrics: new Map(customEntries),
    custom: new Map(customEntries.map(([name, each]) => [name, planOf(name, each)])),
    criteria,
  };
}

const nothing = { criteria: [], customMetrics: new Map(), custom: new Map() };

function planOf(name: string, config: CustomMetricConfig): CustomMetricPlan {
  return { definition: customDefinition(name, config), path: customPath(config) };
}

function bandsOf({ excellent, good, needsWork }: ScoreBands): EvalConfig["scoreBands"] {
  return [
    { from: excellent, word: "excellent" },
    { from: good, word: "good" },
    { from: needsWork, word: "needs work" },
    { from: 0, word: "problematic" },
  ];
}

/** A key close to a known one is a mistake; any other is somebody's own business, and worth a word. */
function isKnown(key: string, context: ParseContext): boolean {
  const snake = snakeCase(key);
  if (knownKeys.includes(snake)) return true;
  if (key === "$schema") return false;
  const near =
    knownKeys.find((known) => begins(known, snake)) ?? suggestKey(key, knownKeys, "judge_model");
  context.path.push(key);
  if (near === undefined) {
    context.warn(`The config has a key "${key}" that means nothing.`, {
      hint: `Known keys: ${knownKeys.join(", ")}.`,
      mark: "key",
    });
  } else {
    context.problem(`The config has no key "${key}".`, {
      hint: `Did you mean "${near}"?`,
      mark: "key",
    });
  }
  context.path.pop();
  return false;
}

function begins(known: string, key: string): boolean {
  return key.length > 5 && (known.startsWith(key) || key.startsWith(known));
}

function readCriteria(
  config: Readonly<Record<string, unknown>>,
  custom: ReadonlySet<string>,
  context: ParseContext,
): EvalConfig["criteria"] {
  const criteria = "criteria" in config ? config.criteria : {};
  context.path.push("criteria");
  if (!isObject(criteria)) {
    context.problem(`criteria is ${shown(criteria)}; an object was expected.`, {
      hint: 'Write "criteria": {"response_match_score": 0.8}.',
    });
  } else {
    checkCriteria(criteria, custom, context);
  }
  context.path.pop();
  const entries = isObject(criteria) ? Object.entries(criteria) : [];
  if (entries.length === 0) {
    context.warn("The config names no metric, so no case can be evaluated.", {
      hint: 'Name one under "criteria", such as {"response_match_score": 0.8}.',
    });
  }
  return entries;
}

/** Whether each is a criterion of a metric that there is; `custom` are those of the config itself. */
export function checkCriteria(
  criteria: Readonly<Record<string, unknown>>,
  custom: ReadonlySet<string>,
  context: ParseContext,
): void {
  for (const [name, value] of Object.entries(criteria)) {
    context.path.push(name);
    readOne(name, value, custom, context);
    context.path.pop();
  }
}

function readOne(
  name: string,
  value: unknown,
  custom: ReadonlySet<string>,
  context: ParseContext,
): void {
  const definition = custom.has(name) ? undefined : metricDefinition(name);
  if (definition === undefined && !custom.has(name)) {
    const near = nearest(name, [...metricDefinitions.map((each) => each.name), ...custom]);
    context.problem(`There is no metric "${name}".`, {
      hint:
        near === undefined
          ? 'List them with "assay metrics"; metrics of your own belong under "custom_metrics".'
          : `Did you mean "${near}"?`,
      mark: "key",
    });
    return;
  }
  readCriterion(definition, name, value, context);
}

/** Every refusal says what to do; where a schema only names what it expects, that is it. */
function withHint(problem: SchemaProblem): SchemaProblem {
  if (problem.hint !== undefined) return problem;
  const expected = /; (.+) was expected\.$/.exec(problem.message)?.[1];
  const hint =
    expected === undefined
      ? 'Correct it; "assay metrics" lists what there is.'
      : `Write ${expected} there.`;
  return { ...problem, hint };
}
