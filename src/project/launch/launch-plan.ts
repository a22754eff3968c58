import type { MetricNeed } from "../../core/metric.ts";
import type { Direction } from "../../core/verdict.ts";

/** What a run would be, before it is one. Nobody was asked and nothing was run for it. */
export interface LaunchPlan {
  /** Cases that are meant, and conversations with them. */
  readonly cases: number;
  readonly conversations: number;
  /** Cases that would be meant, were they not in quarantine. */
  readonly quarantined: number;
  readonly choices: LaunchChoices;
  readonly metrics: readonly LaunchMetric[];
  readonly judge?: LaunchJudge | undefined;
  readonly estimate: LaunchEstimate;
  /** The run whose scores are shown. */
  readonly lastRun?: LastRun | undefined;
  /** The command that does the same. */
  readonly command: string;
  /** Why agents would not begin, as far as their files tell; empty where nothing speaks against it. */
  readonly agentProblems: readonly AgentProblem[];
}

/** Something that keeps an agent from being loaded. */
export interface AgentProblem {
  readonly agent: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Which cases could be meant instead. */
interface LaunchChoices {
  readonly all: number;
  /** Undefined where no run of these sets has ended. */
  readonly failed?: (LastRun & { readonly cases: number }) | undefined;
  readonly tags: readonly { readonly tag: string; readonly cases: number }[];
}

interface LastRun {
  readonly runId: string;
  readonly shortId: string;
}

export interface LaunchMetric {
  readonly name: string;
  readonly about: string;
  readonly direction: Direction;
  readonly min: number;
  /** Undefined where its scores have no upper end. */
  readonly max?: number | undefined;
  readonly needs: readonly MetricNeed[];
  readonly threshold?: number | undefined;
  /** As a config writes it: what a run is asked for with another threshold. */
  readonly criterion: Readonly<Record<string, unknown>>;
  /** True: the configs of the sets ask for it. */
  readonly isConfigured: boolean;
  /** True: the sets do not agree on it, and what is chosen for the run holds for all of them. */
  readonly isMixed: boolean;
  /** How a judge is asked; undefined where none is. */
  readonly judged?: LaunchJudging | undefined;
  /** Of how many of the cases it can say something. */
  readonly canScore: number;
  /** Why it cannot run at all; undefined where it can. */
  readonly problem?: string | undefined;
  /** Why some of the cases have no score by it, and the first of them. */
  readonly gap?: LaunchGap | undefined;
  /** Of the cases of the last run. */
  readonly scores: readonly number[];
}

interface LaunchGap {
  readonly why: string;
  readonly count: number;
  /** The first of them. */
  readonly cases: readonly string[];
}

interface LaunchJudging {
  /** Verdicts of which the majority decides; undefined where it is always one. */
  readonly samples: number | undefined;
  /** Of our words to it; undefined for metrics that bring their own. */
  readonly promptVersion: number | undefined;
  /** Rubrics of the config; undefined where it has none. */
  readonly rubrics: number | undefined;
}

export interface LaunchJudge {
  readonly model: string;
  /** The variable of its key, or of its server's address, where that is not set. */
  readonly missing?: string | undefined;
}

export interface LaunchEstimate {
  readonly seconds?: number | undefined;
  readonly cost?: number | undefined;
  /** Points of the pass rate that so many cases and trials would show; undefined where nothing is known. */
  readonly shows?: number | undefined;
  /** What it goes by, in a sentence. */
  readonly basis: string;
}
