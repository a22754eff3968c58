import type { RunGates } from "./analysis/gate.ts";
import type { Direction } from "./verdict.ts";

/** What a run is for. All that pay for models are kept in the one journal, so that each can be resumed. */
export type RunKind =
  | "eval"
  | "score"
  | "calibrate"
  | "redteam"
  | "sanity"
  | "generate"
  /** A conversation that a person leads: one case, which never ends. */
  | "chat"
  /** What a judge said to control questions; no run of its own, but a record that runs share. */
  | "judge-check"
  /** Something that a person is to look at, and what they said of it. */
  | "review";

/** Everything a run must know about itself to be resumed, compared and explained later. */
export interface RunInfo {
  readonly kind: RunKind;
  readonly agent: {
    readonly name: string;
    readonly path?: string | undefined;
    /** Hash of the agent's own source files. */
    readonly hash?: string | undefined;
    readonly subAgent?: string | undefined;
    /** The model that it was given in place of its own. */
    readonly model?: string | undefined;
  };
  readonly sets: readonly RunSet[];
  readonly caseCount: number;
  readonly trials: number;
  readonly require: TrialRule;
  readonly concurrency: number;
  /** Where chance decides (in simulated environments), it is drawn from this, so that a run can be repeated. */
  readonly seed?: number | undefined;
  /** Models that the run itself may ask: judges, played users, tools that a model answers for. */
  readonly models?: readonly string[] | undefined;
  readonly git?: { readonly commit: string; readonly dirty: boolean } | undefined;
  readonly version: string;
  /** The command as it was typed, for resuming and for the reader. */
  readonly command?: readonly string[] | undefined;
  /** Where the run was started. */
  readonly cwd?: string | undefined;
  /** The options that a resume must use again. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** What else the run depends on; a resume refuses when any of it has changed. */
  readonly inputs?: RunInputs | undefined;
  /** For `kind: "score"`: the run whose conversations were scored again. */
  readonly scoredRun?: string | undefined;
  /** For traces: what of their files could not be read, in sentences; the run is not whole. */
  readonly unread?: readonly string[] | undefined;
  /** How many places those were, where `unread` does not name them all. */
  readonly unreadCount?: number | undefined;
  /** A name that was given when the run began. */
  readonly name?: string | undefined;
  /** Of a block of tests, the name that it was given: others may have the same agent and the same sets. */
  readonly block?: string | undefined;
  /** What the run as a whole is held against. */
  readonly gates?: RunGates | undefined;
  /** Set where the run ends as soon as its gates are decided: the order in which its cases begin is drawn from the seed. */
  readonly decide?: { readonly seed: number } | undefined;
  /** For `kind: "chat"`. */
  readonly chat?: RunChat | undefined;
  /** For `kind: "review"`. */
  readonly review?: ReviewedThing | undefined;
}

/** A chat is found by its run's id; clients made for ADK know it as this session of this user. */
export interface RunChat {
  readonly sessionId: string;
  readonly userId: string;
  /** The chat that its first turns are a copy of, and how many they are. */
  readonly forkedFrom?: { readonly chat: string; readonly turns: number } | undefined;
}

/** What a run depends on beyond its cases and metrics, as hashes. */
export interface RunInputs {
  /** By path from where the run was started: code, prompts, whatever the agent's folder holds. */
  readonly files: Readonly<Record<string, string>>;
  /** By what they are, in words: the judge, the simulated user and environment of each set. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface RunSet {
  readonly evalSetId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly path?: string | undefined;
  /** Hash of the selected cases; a resume refuses a set that changed. */
  readonly hash: string;
  readonly caseCount: number;
  /** Cases that were meant and did not run, since they are in quarantine. */
  readonly quarantined?: readonly QuarantinedCase[] | undefined;
  readonly config: RunConfig;
}

/** A case that is left out until somebody releases it. */
export interface QuarantinedCase {
  readonly evalId: string;
  /** In the words of who put it there. */
  readonly reason: string;
}

export interface RunConfig {
  /** The file it came from; undefined for the defaults. */
  readonly path?: string | undefined;
  /** Hash of what the config's file says, and of the code it names; undefined for one made in code. */
  readonly hash?: string | undefined;
  readonly metrics: readonly MetricSetting[];
  /** True: arguments of its cases are compared by meaning, through a judge. */
  readonly comparesMeaning?: boolean | undefined;
  /** Who judged, where the criteria do not say it all. */
  readonly judge?: RunJudge | undefined;
  /** What the config says models cost, in US dollars for a million tokens. */
  readonly modelPrices?: RunPrices | undefined;
  /** Variables that the config calls secret, or, with `!` before them, not secret. */
  readonly secrets?: readonly string[] | undefined;
}

type RunPrices = Readonly<Record<string, { readonly input: number; readonly output: number }>>;

/** A judge that a config or a flag named for everything. */
export interface RunJudge {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** True for a function or an object, which no record can hold. */
  readonly isCode?: boolean | undefined;
}

/** A metric as a run used it. */
export interface MetricSetting {
  readonly name: string;
  readonly version: number;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  /** Between which its scores lie; without `max` there is no upper end. */
  readonly range?: { readonly min: number; readonly max?: number | undefined } | undefined;
  readonly criterion?: Readonly<Record<string, unknown>> | undefined;
  readonly customFunctionPath?: string | undefined;
  /** The goal that a pass serves, where the config names one. */
  readonly goal?: string | undefined;
}

/**
 * How trials make a case's verdict: by pooled means, or by counting passed trials.
 * "mean" is the rule of ADK's AgentEvaluator: the exact mean of all turns decides, also where a case is run once.
 */
export type TrialRule = "pooled" | "mean" | "all" | "any" | number;

/** What somebody is to look at: a received session, a chat, a conversation of a run, or what a judge said of one answer in it. */
export interface ReviewedThing {
  readonly session?: string | undefined;
  readonly chat?: string | undefined;
  /** With `set` and `case`. */
  readonly run?: string | undefined;
  readonly set?: string | undefined;
  readonly case?: string | undefined;
  /** From 0. */
  readonly trial?: number | undefined;
  /** Whose judge, and which of its answers, by its key. */
  readonly metric?: string | undefined;
  readonly answer?: string | undefined;
}
