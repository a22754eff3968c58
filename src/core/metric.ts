import type { CallModel } from "./chat-model.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";
import type { Judge, JudgeFor } from "./judge.ts";
import type { ControlQuestion, JudgeCheckMode } from "./judge-check.ts";
import type { MetricOutcome } from "./metric-outcome.ts";
import type { MetricResult } from "./run.ts";
import type { Schema } from "./schema/parse-context.ts";
import type { TraceFacts } from "./traces/trace-facts.ts";
import type { Direction } from "./verdict.ts";

/** A question about one finished conversation, with its threshold, ready to be asked. */
export interface Metric {
  readonly name: string;
  /** What the score meant when it was given; bumped when a definition changes. */
  readonly version: number;
  /** Undefined: the metric informs and never passes or fails. */
  readonly threshold: number | undefined;
  readonly direction: Direction;
  readonly range: MetricRange;
  readonly needs: readonly MetricNeed[];
  /** The criterion as it stands in the config, every kept key included, in ADK's snake_case. */
  readonly criterion: Readonly<Record<string, unknown>> | undefined;
  /** What it is asked for, in the words of the config: the goal that a pass serves. */
  readonly goal?: string | undefined;
  /** Metrics whose results this one is made of; they must stand before it. */
  readonly madeOf?: readonly string[] | undefined;
  /** The path of a custom metric's code, as the config names it. */
  readonly customFunctionPath?: string | undefined;
  /** Undefined: known and configurable, but this version cannot run it; the plan says so before any agent is called. */
  readonly measure: ((input: MetricInput) => MetricOutcome | Promise<MetricOutcome>) | undefined;
  /** A turn that nobody expected counts against it; undefined where only what was expected is looked at. */
  readonly countsExtraTurns?: boolean | undefined;
  /** It is asked about a recorded conversation as it is, however many turns were expected, and says what that is worth. */
  readonly measuresUneven?: boolean | undefined;
  /** True: a judge compares some of the arguments that it looks at. */
  readonly comparesMeaning?: boolean | undefined;
  /** How its judge is to prove itself first; undefined where nobody judges, or nobody asks for a proof. */
  readonly control?: MetricControl | undefined;
}

/**
 * What a metric cannot do without. A plan checks it against the set before the agent is called, and a metric of the user's
 * own is not asked about a case that lacks it.
 */
export const metricNeeds = [
  "expected-conversation",
  "reference-answer",
  "final-state",
  "rubrics",
  "judge",
  "scenario",
] as const;

export type MetricNeed = (typeof metricNeeds)[number];

/** What a metric looks at in a conversation, besides what a case expects of it. */
export type MetricRead =
  | "user messages"
  | "final answers"
  | "words on the way"
  | "tool calls"
  | "tool results"
  | "instructions"
  | "tool declarations"
  | "session state"
  | "model calls"
  | "token counts"
  | "times"
  | "other metrics";

/** `max` undefined: unbounded. */
export interface MetricRange {
  readonly min: number;
  readonly max: number | undefined;
}

/** Everything a metric may look at. One argument, so new facts never break old metrics. */
export interface MetricInput {
  readonly evalCase: EvalCase;
  /** What the agent did, turn by turn. */
  readonly actual: readonly Invocation[];
  /** What it should have done; undefined for a scenario. Same length as `actual`, but for metrics that measure uneven ones. */
  readonly expected: readonly Invocation[] | undefined;
  /** The session state when the conversation was over; undefined if the agent does not report it. */
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  /** Issues model calls and keeps them in the run's journal; undefined where no model can be asked. */
  readonly ask?: CallModel | undefined;
  /** What else the trace of a recorded conversation tells; undefined for conversations that we ran. */
  readonly trace?: TraceFacts | undefined;
  /** Results of the metrics before this one, for metrics made of others. */
  readonly earlier: readonly MetricResult[];
  readonly signal: AbortSignal;
}

/** One line of the table of metrics: everything about a metric but its threshold. */
export interface MetricDefinition<Criterion = unknown> {
  readonly name: string;
  /** One sentence for `assay metrics` and the docs. */
  readonly description: string;
  readonly version: number;
  readonly range: MetricRange;
  readonly direction: Direction;
  /** For lists of metrics; nothing depends on it. */
  readonly reads?: readonly MetricRead[] | undefined;
  readonly needs: readonly MetricNeed[];
  /** The needs that are left by its settings, where these remove some. */
  readonly needsFor?: ((criterion: Criterion) => readonly MetricNeed[]) | undefined;
  /** How long a metric of the user's own may take for one case; 120 unless given. */
  readonly timeoutSeconds?: number | undefined;
  /** True for ADK's efficiency metrics: they run by themselves and inform, unless a threshold is given. */
  readonly informational?: boolean | undefined;
  /** Settings beside `threshold`; reads and checks what stands under the metric's name in a config. */
  readonly criterion: Schema<Criterion>;
  /** Names of the metrics that this one is made of, from its settings. */
  readonly madeOf?: ((criterion: Criterion) => readonly string[]) | undefined;
  /** Whether, by its settings, turns that nobody expected count against it. */
  readonly countsExtraTurns?: ((criterion: Criterion) => boolean) | undefined;
  /** Set where arguments may be compared by meaning: whether its settings ask for that. Cases may ask for it too. */
  readonly mayCompareMeaning?: ((criterion: Criterion) => boolean) | undefined;
  /** True where it wants recorded conversations as they are, also where they are longer or shorter than what was expected. */
  readonly measuresUneven?: boolean | undefined;
  /** Undefined, or giving undefined: cannot be run, or not without what the setup lacks (a judge). */
  readonly create?:
    | ((criterion: Criterion, setup: MetricSetup) => MeasureFunction | undefined)
    | undefined;
}

export type MeasureFunction = (input: MetricInput) => MetricOutcome | Promise<MetricOutcome>;

/** How the judge of a metric proves itself. */
export interface MetricControl {
  readonly mode: JudgeCheckMode;
  /** What it proves, where that is not its metric: such a judge decides about parts of what is measured, and nothing else is lost with it. */
  readonly subject?: string | undefined;
  /** Questions that the project adds to ours. */
  readonly questions: readonly ControlQuestion[];
  /** The metric as control questions ask it: the same prompt and the same reading, one sample, rubrics of the question. */
  open(threshold: number): { readonly judge: Judge; readonly measure: MeasureFunction } | undefined;
}

export interface MetricSetup {
  readonly name: string;
  /** Undefined where a metric only informs. */
  readonly threshold: number | undefined;
  /** ADK's `include_intermediate_responses_in_final`: what was said on the way is part of the answer. */
  readonly includeIntermediateResponses?: boolean | undefined;
  /** Makes judges; undefined where no model can be asked. */
  readonly judgeFor?: JudgeFor | undefined;
  /** What models cost, as far as it is known. */
  readonly priceOf?: PriceOf | undefined;
}

/** US dollars for a million tokens of a model; undefined where the price is not known, which is never nothing. */
export type PriceOf = (
  model: string,
) => { readonly input: number; readonly output: number } | undefined;
