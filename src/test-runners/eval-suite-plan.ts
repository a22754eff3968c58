import type { RunOptions } from "../api/run-options.ts";
import type { QuarantinedCase } from "../core/run-info.ts";
import type { EvalSetSource } from "../eval-sets/eval-set-source.ts";

/** Options of a run that make sense for a block of tests: the test runner decides what is begun, and when it ends. */
const runOptions = [
  "adkResults",
  "agentName",
  "agentModel",
  "baseUrl",
  "cases",
  "concurrency",
  "config",
  "criteria",
  "cwd",
  "initialSession",
  "judgeCheck",
  "judgeModel",
  "maxCost",
  "metrics",
  "reporters",
  "require",
  "resume",
  "seed",
  "store",
  "quarantined",
  "tags",
  "timeouts",
  "trials",
] as const satisfies readonly (keyof RunOptions)[];

/** How the cases of a `describeEvals` block are run. */
export interface DescribeOptions extends Pick<RunOptions, (typeof runOptions)[number]> {
  /** Title of the block; the name of the set unless given. */
  readonly name?: string | undefined;
}

export const describeOptions: readonly string[] = ["name", ...runOptions];

/** One test: a case with all its trials. */
export interface SuiteCase {
  /** Id and tags, so that a filter by title can name either. */
  readonly title: string;
  readonly evalSetId: string;
  readonly evalId: string;
  /** Why the case is in quarantine: its test is skipped, with these words in its title. */
  readonly quarantine?: string | undefined;
}

/** A set and the indices of the cases that a block is about. */
export interface SelectedSet {
  readonly source: EvalSetSource;
  readonly selected: readonly number[];
  readonly quarantined: readonly QuarantinedCase[];
}

/** A block of tests: what is evaluated, by what, how. */
export interface SuitePlan {
  readonly agent: unknown;
  readonly sets: readonly SelectedSet[];
  /** As it was given, which tells blocks of one agent and the same sets apart. */
  readonly name?: string | undefined;
  readonly options: Omit<DescribeOptions, "name">;
}
