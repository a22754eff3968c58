import type { UserPersona } from "../../core/eval-set.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import type { ConfiguredMetric } from "../../core/metrics/metric-call.ts";
import type { CustomMetricFunction } from "../../metrics/custom/custom-function-metric.ts";
import type { ModelLike, ModelPrices } from "../../models/index.ts";
import type { Injection } from "../../simulation/environment/environment-config.ts";
import type { ControlQuestionConfig } from "../judge-checks/control-question-config.ts";
import type { Criteria, CustomCriterion } from "./criteria.ts";

/** A config as a program writes it: what stands in a `test_config.json`, with every name and setting checked by the compiler. */
export interface ConfigInput<Custom extends CustomMetricsInput = CustomMetricsInput> {
  readonly criteria?: CriteriaInput<Custom> | undefined;
  /** Metrics called with what is asked of them, beside or instead of `criteria`. */
  readonly metrics?: readonly ConfiguredMetric[] | undefined;
  readonly customMetrics?: Custom | undefined;
  readonly userSimulatorConfig?: UserSimulatorInput | undefined;
  readonly environmentSimulation?: EnvironmentInput | undefined;
  readonly liveModelConfig?: { readonly timeoutSeconds: number } | undefined;
  /** Judges every judged metric: a name, an AI SDK model, or a function. */
  readonly judgeModel?: ModelLike | undefined;
  /** Address of the models' server. */
  readonly baseUrl?: string | undefined;
  /** US dollars for a million tokens, by model. */
  readonly modelPrices?: ModelPrices | undefined;
  /** Whether judges answer control questions before they judge: "auto" unless given. */
  readonly judgeCheck?: JudgeCheckMode | undefined;
  /** Control questions of your own, by metric, added to ours. */
  readonly controlQuestions?:
    | Readonly<Record<string, readonly ControlQuestionConfig[]>>
    | undefined;
  /** Variables whose values never leave the process; with `!` before it, one that may. */
  readonly secrets?: readonly string[] | undefined;
  /** What the run as a whole is to reach, such as `pass-rate > 0.9`. */
  readonly gates?: readonly string[] | undefined;
  /** By the end of the interval ("bound", unless given), or by the estimate itself, as ADK does ("point"). */
  readonly gateBy?: "bound" | "point" | undefined;
  /** The run that `no-worse` compares with: its id or name, a commit, a branch or a tag. */
  readonly baseline?: string | undefined;
  readonly scoreBands?:
    | { readonly excellent: number; readonly good: number; readonly needsWork: number }
    | undefined;
}

/** Built-in metrics by their own settings, and one entry for each metric of your own. */
export type CriteriaInput<Custom extends CustomMetricsInput = CustomMetricsInput> =
  string extends keyof Custom
    ? Criteria
    : Criteria & { readonly [Name in keyof Custom]?: CustomCriterion };

export type CustomMetricsInput = Readonly<Record<string, CustomMetricInput>>;

/** A metric of your own: a function in ADK's form, a definition by `defineMetric`, or where its code is. */
export type CustomMetricInput =
  | CustomMetricFunction
  // biome-ignore lint/suspicious/noExplicitAny: definitions of every criterion are welcome, and a criterion is both read and given
  | MetricDefinition<any>
  | CustomMetricPlace;

/** As in a config file; paths start from the working folder. */
export interface CustomMetricPlace {
  readonly codeConfig?: { readonly name: string } | undefined;
  readonly command?: readonly string[] | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly description?: string | undefined;
  readonly direction?: "higher" | "lower" | undefined;
}

/** Who plays the user of a scenario. */
export interface UserSimulatorInput {
  readonly type?: "llm_backed" | "llm_audio" | undefined;
  /** A name, an AI SDK model, or a function. */
  readonly model?: ModelLike | undefined;
  readonly modelConfiguration?: Readonly<Record<string, unknown>> | undefined;
  readonly maxAllowedInvocations?: number | undefined;
  readonly customInstructions?: string | undefined;
  readonly includeFunctionCalls?: boolean | undefined;
  readonly stopSignal?: string | undefined;
  readonly personas?: readonly (string | UserPersona)[] | undefined;
}

/** Which tools do not run for real, and what they answer instead. */
export interface EnvironmentInput {
  readonly toolSimulationConfigs: readonly {
    readonly toolName: string;
    readonly injectionConfigs?: readonly Partial<Injection>[] | undefined;
    readonly mockStrategyType?: 0 | 1 | undefined;
  }[];
  readonly simulationModel?: ModelLike | undefined;
  readonly simulationModelConfiguration?: Readonly<Record<string, unknown>> | undefined;
  readonly tracing?: string | undefined;
  readonly environmentData?: string | undefined;
}

/**
 * A config whose metrics, settings and thresholds are checked while you type.
 *
 * @example
 * export const config = defineConfig({
 *   criteria: { tool_trajectory_avg_score: { threshold: 1, matchType: "IN_ORDER" }, response_match_score: 0.8 },
 * });
 */
export function defineConfig<const Custom extends CustomMetricsInput = Record<never, never>>(
  config: ConfigInput<Custom>,
): ConfigInput<Custom> {
  return config;
}

/** Who plays the user, for the `userSimulatorConfig` of a config. */
export function userSimulator(config: UserSimulatorInput): UserSimulatorInput {
  return config;
}
