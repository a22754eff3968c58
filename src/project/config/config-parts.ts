import type { JudgeCheckMode } from "../../core/judge-check.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, pathText, type Schema } from "../../core/schema/parse-context.ts";
import {
  array,
  boolean,
  enumOf,
  freeObject,
  integer,
  number,
  record,
  string,
  withRead,
} from "../../core/schema/schema.ts";
import { seconds } from "../../core/schema/seconds-schema.ts";
import type { Direction } from "../../core/verdict.ts";
import type { ModelPrice, ModelPrices } from "../../models/index.ts";
import type { EnvironmentConfig } from "../../simulation/environment/environment-config.ts";
import {
  type ControlQuestionConfig,
  controlQuestion,
} from "../judge-checks/control-question-config.ts";
import { checkCustomKeys } from "./custom-metric-keys.ts";
import { environmentConfig } from "./environment-config.ts";
import { gateParts } from "./gate-parts.ts";
import { type UserSimulatorConfig, userSimulatorConfig } from "./user-simulator-config.ts";

/** Where scores are called excellent, good or in need of work; anything below is problematic. */
export interface ScoreBands {
  readonly excellent: number;
  readonly good: number;
  readonly needsWork: number;
}

export interface LiveModelConfig {
  readonly timeoutSeconds: number;
}

/** What a config says about a metric of the user's own. */
export interface CustomMetricConfig {
  /** Where the function is: `./metrics/politeness.ts:politeness`, or ADK's dotted form. */
  readonly codeConfig?: { readonly name: string } | undefined;
  /** A program instead of a function: its words, run once a case. */
  readonly command?: readonly string[] | undefined;
  /** How long it may take for one case: a program 30 s unless given, a function 120 s. */
  readonly timeoutSeconds?: number | undefined;
  /** Handed to the program as it is. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly metricInfo?: MetricInfo | undefined;
  readonly description: string;
  readonly direction: Direction;
}

/** Mirrors ADK's MetricInfo. */
interface MetricInfo {
  readonly metricName: string;
  readonly description?: string | undefined;
  readonly metricValueInfo: { readonly interval?: Interval | undefined };
  readonly requiresThreshold: boolean;
}

interface Interval {
  readonly minValue: number;
  readonly openAtMin: boolean;
  readonly maxValue: number;
  readonly openAtMax: boolean;
}

const interval = object<Interval>(
  {
    minValue: required(number),
    openAtMin: withDefault(boolean, false),
    maxValue: required(number),
    openAtMax: withDefault(boolean, false),
  },
  { expected: "an interval", unknown: "refuse" },
);

const metricInfo: Schema<MetricInfo> = object<MetricInfo>(
  {
    metricName: required(string),
    description: optional(string),
    metricValueInfo: required(
      object<MetricInfo["metricValueInfo"]>(
        { interval: optional(interval) },
        { expected: "metric value info", unknown: "refuse" },
      ),
    ),
    requiresThreshold: withDefault(boolean, true),
  },
  { expected: "metric info", unknown: "refuse" },
);

const wholeCustomMetric = object<CustomMetricConfig>(
  {
    codeConfig: optional(
      object<{ name: string }>(
        { name: required(string) },
        { expected: "a place of code", unknown: "refuse" },
      ),
    ),
    command: optional(array(string)),
    timeoutSeconds: optional(seconds),
    config: optional(freeObject),
    metricInfo: optional(metricInfo),
    description: withDefault(string, ""),
    direction: withDefault(enumOf(["higher", "lower"]), "higher"),
  },
  { expected: "a custom metric", unknown: "drop", bothSpellings: "camelCase wins" },
);

const customMetric: Schema<CustomMetricConfig> = withRead(
  wholeCustomMetric,
  (value, context, inner) => {
    const config = inner.read(value, context);
    if (!isObject(value)) return config;
    checkCustomKeys(value, context);
    const ways = [config.codeConfig, config.command].filter((way) => way !== undefined).length;
    if (ways === 1) return config;
    const what =
      ways === 0 ? 'has no "code_config" and no "command"' : "has a function and a program";
    context.problem(`${pathText(context.path)} ${what}.`, {
      hint: 'Write "code_config": {"name": "./metrics/politeness.ts:politeness"}, or "command": ["python", "politeness.py"].',
      mark: "key",
    });
    return config;
  },
);

const readLiveModelConfig: Schema<LiveModelConfig> = object<LiveModelConfig>(
  { timeoutSeconds: withDefault(integer, 300) },
  { expected: "a live model config", unknown: "drop", bothSpellings: "camelCase wins" },
);

const liveModelConfig = withRead(readLiveModelConfig, (value, context, inner) => {
  const read = inner.read(value, context);
  if (isObject(value)) {
    context.warn(`${pathText(context.path)} changes nothing: agents are not run live here.`, {
      hint: "Take it out where nobody else reads the config.",
    });
  }
  return read;
});

const wholeBands = object<ScoreBands>(
  {
    excellent: withDefault(number, 0.9),
    good: withDefault(number, 0.7),
    needsWork: withDefault(number, 0.5),
  },
  { expected: "score bands", unknown: "refuse", bothSpellings: "camelCase wins" },
);

const scoreBands: Schema<ScoreBands> = withRead(wholeBands, (value, context, inner) => {
  const bands = inner.read(value, context);
  if (isObject(value) && !(bands.excellent > bands.good && bands.good > bands.needsWork)) {
    context.problem(`${pathText(context.path)} must fall from excellent to needs_work.`, {
      hint: 'Write them as {"excellent": 0.9, "good": 0.7, "needs_work": 0.5}.',
    });
  }
  return bands;
});

/** All of a config but its criteria, whose names are the metrics'. */
export interface ConfigParts {
  readonly customMetrics?: Readonly<Record<string, CustomMetricConfig>> | undefined;
  readonly userSimulatorConfig?: UserSimulatorConfig | undefined;
  readonly liveModelConfig?: LiveModelConfig | undefined;
  readonly environmentSimulation?: EnvironmentConfig | undefined;
  readonly scoreBands?: ScoreBands | undefined;
  /** Judges every judged metric, whatever its criterion says. */
  readonly judgeModel?: string | undefined;
  /** Address of the models' server. */
  readonly baseUrl?: string | undefined;
  /** US dollars for a million tokens, by model. */
  readonly modelPrices?: ModelPrices | undefined;
  /** Whether judges answer control questions before they judge. */
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** Questions of the project's own, by metric, added to ours. */
  readonly controlQuestions?:
    | Readonly<Record<string, readonly ControlQuestionConfig[]>>
    | undefined;
  /** Variables whose values never leave the process; with `!` before it, one that may. */
  readonly secrets?: readonly string[] | undefined;
  /** What the run as a whole is to reach: `pass-rate > 0.9`. */
  readonly gates?: readonly string[] | undefined;
  /** Whether gates compare the end of the interval or the estimate itself. */
  readonly gateBy?: "bound" | "point" | undefined;
  /** The run that `no-worse` compares with. */
  readonly baseline?: string | undefined;
}

const variable = withRead(string, (value, context, inner) => {
  const name = inner.read(value, context);
  if (typeof name === "string" && !/^!?[A-Za-z_]\w*$/.test(name)) {
    context.problem(`${pathText(context.path)} is no name of a variable.`, {
      hint: 'Write the name alone, as in ["BILLING_PIN"], or ["!BUILD_CODE"] for one that is no secret.',
    });
  }
  return name;
});

/** A model that pays back would lift every ceiling. */
const dollars = withRead(number, (value, context, inner) => {
  const price = inner.read(value, context);
  if (typeof price === "number" && price < 0) {
    context.problem(`${pathText(context.path)} is ${price}; a price from 0 was expected.`, {
      hint: "US dollars for a million tokens.",
    });
  }
  return price;
});

export const modelPrice = object<ModelPrice>(
  { input: required(dollars), output: required(dollars) },
  { expected: "a price", unknown: "refuse" },
);

export const configParts: Schema<ConfigParts> = object<ConfigParts>(
  {
    customMetrics: optional(record(customMetric)),
    userSimulatorConfig: optional(userSimulatorConfig),
    liveModelConfig: optional(liveModelConfig),
    environmentSimulation: optional(environmentConfig),
    scoreBands: optional(scoreBands),
    judgeModel: optional(string),
    baseUrl: optional(string),
    modelPrices: optional(record(modelPrice)),
    judgeCheck: optional(enumOf(["on", "off", "auto"])),
    controlQuestions: optional(record(array(controlQuestion))),
    secrets: optional(array(variable)),
    ...gateParts,
  },
  { expected: "a config", unknown: "refuse", bothSpellings: "camelCase wins" },
);
