import type { ArgMatcher, MatchType } from "../core/case-settings.ts";
import type { ModelLike } from "../core/model-like.ts";
import type { Rubric } from "../core/rubric.ts";

/** The settings of the metrics that came first, by their names. A test compares them with the table of metrics. */
export interface ListedSettings {
  readonly tool_trajectory_avg_score: TrajectorySettings & { readonly matchType?: MatchTypeInput };
  readonly response_evaluation_score: JudgeSettings;
  readonly response_match_score: NoSettings;
  readonly safety_v1: JudgeSettings & {
    /** Checked before a judge is asked: names of built-in rules, or patterns of one's own. */
    readonly rules?: readonly (string | SafetyPattern)[];
    /** No judge is asked; the rules decide. */
    readonly offline?: boolean;
  };
  readonly multi_turn_task_success_v1: JudgeSettings;
  readonly multi_turn_trajectory_quality_v1: JudgeSettings;
  readonly multi_turn_tool_use_quality_v1: JudgeSettings;
  readonly final_response_match_v2: JudgeSettings;
  readonly rubric_based_final_response_quality_v1: RubricSettings;
  readonly hallucinations_v1: JudgeSettings & {
    /** What was said on the way to the answer is checked too. */
    readonly evaluateIntermediateNlResponses?: boolean;
  };
  readonly rubric_based_tool_use_quality_v1: RubricSettings;
  readonly per_turn_user_simulator_quality_v1: JudgeSettings & { readonly stopSignal?: string };
  readonly rubric_based_multi_turn_trajectory_quality_v1: RubricSettings;
  readonly tool_call_count_v1: NoSettings;
  readonly inference_call_count_v1: NoSettings;
  readonly token_usage_v1: NoSettings;
  readonly invocation_duration_v1: NoSettings;
  readonly tool_trajectory_precision: TrajectorySettings;
  readonly tool_trajectory_recall: TrajectorySettings;
  readonly tool_trajectory_f1: TrajectorySettings;
  readonly single_tool_use: {
    readonly tool: string;
    readonly min?: number;
    readonly max?: number;
    readonly args?: Readonly<Record<string, ArgMatcherInput>>;
  };
  readonly tool_response_match: NoSettings;
  readonly no_tool_errors: NoSettings;
  readonly tool_calls: NoSettings;
  readonly intermediate_response_match: NoSettings;
  readonly intermediate_response_match_v2: JudgeSettings;
  readonly response_coherence: JudgeSettings;
  readonly response_helpfulness: JudgeSettings;
  readonly response_contains: {
    readonly texts: string | readonly string[];
    /** One of the texts is enough. */
    readonly any?: boolean;
    readonly ignoreCase?: boolean;
    readonly turns?: CheckedTurns;
  };
  readonly response_regex: {
    readonly pattern: string;
    readonly flags?: string;
    readonly turns?: CheckedTurns;
  };
  readonly response_json_schema: {
    readonly schema: object | boolean;
    readonly turns?: CheckedTurns;
  };
  readonly response_language: { readonly language: string; readonly turns?: CheckedTurns };
  readonly final_session_state: { readonly mode?: "subset" | "exact" };
  readonly response_latency: NoSettings;
  readonly total_tokens: NoSettings;
  readonly total_cost: NoSettings;
  readonly composite: {
    /** By the names of metrics that stand before it. */
    readonly weights: Readonly<Record<string, number>>;
    readonly ranges?: Readonly<Record<string, { readonly min?: number; readonly max: number }>>;
  };
}

/**
 * The settings of every metric there is, by its name. A metric adds its own in its file, by
 * `declare module "../metric-settings.ts"`.
 */
export interface MetricSettings extends ListedSettings {}

/** The name of a built-in metric. */
export type MetricName = keyof MetricSettings;

/** What may stand under a metric's name: a threshold, or one with settings, in camelCase or in the snake_case of files. */
export type Criterion<Name extends MetricName> = number | WithThreshold<MetricSettings[Name]>;

// biome-ignore lint/complexity/noBannedTypes: an object without keys of its own is what is meant
type NoSettings = {};
type CheckedTurns = "each" | "last" | "any";
type MatchTypeInput = MatchType | Lowercase<MatchType> | 0 | 1 | 2;
type ArgMatcherInput = ArgMatcher | { readonly one_of: readonly unknown[] };

interface TrajectorySettings {
  /** Compare tool calls by name only. */
  readonly ignoreArgs?: boolean;
  /** How arguments are compared: tool name, or `*`, to argument name to matcher. */
  readonly args?: Readonly<Record<string, Readonly<Record<string, ArgMatcherInput>>>>;
  readonly forbiddenTools?: readonly string[];
  readonly optionalTools?: readonly string[];
  /** What counts as a step; tool calls unless given. */
  readonly steps?: readonly ("tools" | "agents" | "models")[];
}

interface JudgeSettings {
  /** The judge, where nothing else about it is to be said. */
  readonly judgeModel?: ModelLike;
  readonly judgeModelOptions?: BothSpellings<{
    readonly judgeModel?: ModelLike;
    readonly judgeModelConfig?: Readonly<Record<string, unknown>>;
    readonly numSamples?: number;
    readonly parallelismLimit?: number;
  }>;
  /** Characters of one request to the judge at most; the model's own window unless given. */
  readonly maxInputChars?: number;
}

interface SafetyPattern {
  readonly name: string;
  readonly pattern: string;
  readonly flags?: string;
}

interface RubricSettings extends JudgeSettings {
  /** One sentence; the threshold is then 0.5 unless given. */
  readonly rubric?: string;
  readonly rubrics?: readonly (string | Rubric | PlainRubric)[];
  /** Ready-made rubrics by their names, such as `tool_selection`. */
  readonly rubricLibrary?: readonly string[];
}

interface PlainRubric {
  readonly rubric_id: string;
  readonly rubric_content: { readonly text_property: string };
  readonly description?: string;
  readonly type?: string;
}

type WithThreshold<Settings> = Settings extends { readonly rubric?: string }
  ?
      | (BothSpellings<Settings & Shared> & { readonly threshold: number })
      | (BothSpellings<Settings & Shared> & { readonly rubric: string })
  : BothSpellings<Settings & Shared> & { readonly threshold: number };

interface Shared {
  /** What a pass of this metric is good for; reports show it with a failure. */
  readonly goal?: string;
  readonly includeIntermediateResponsesInFinal?: boolean;
}

/** Every key as it is, or in snake_case. Keys that cannot be left out are single words. */
type BothSpellings<T> = T & { readonly [Key in keyof T as SnakeCase<Key & string>]?: T[Key] };

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;
