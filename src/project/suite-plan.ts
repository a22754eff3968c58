import type { TrialRule } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import type { EvalSetSource } from "../eval-sets/eval-set-source.ts";
import type { EvalRequest } from "./eval-request.ts";
import type { ConfigChoice } from "./take-config.ts";

/** A folder or file, or the agent itself, of any kind that is known. */
export type GivenAgent = string | URL | object;

/** A config file, or what would stand in one. */
export type GivenConfig = NonNullable<ConfigChoice["config"]>;

/** How the cases of a `describeEvals` block are run. */
export interface DescribeOptions {
  /** Title of the block; the name of the set unless given. */
  readonly name?: string | undefined;
  /** Hold every conversation so many times; all trials of a case are one test. */
  readonly trials?: number | undefined;
  /** How trials make a verdict: by pooled means, or when all, any or so many pass. */
  readonly require?: TrialRule | undefined;
  /** Only cases with one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Conversations at once, as far as the test runner starts so many tests. */
  readonly concurrency?: number | undefined;
  /** A sub-agent to evaluate instead of the root. */
  readonly agentName?: string | undefined;
  readonly initialSessionFile?: string | undefined;
  /** Deadlines in seconds. */
  readonly timeouts?: { readonly turn?: number; readonly case?: number } | undefined;
  /** Where results are kept: a file, or a store of your own. `.assay/assay.db` unless given, where `assay runs` looks. */
  readonly store?: string | RunStore | undefined;
  /** Where relative paths begin; the folder that the tests are run in unless given. */
  readonly cwd?: string | undefined;
}

/** One test: a case with all its trials. */
export interface SuiteCase {
  /** Id and tags, so that a filter by title can name either. */
  readonly title: string;
  readonly evalSetId: string;
  readonly evalId: string;
}

/** A set and the indices of the cases that the block is about. */
export interface SelectedSet {
  readonly source: EvalSetSource;
  readonly selected: readonly number[];
}

/** A block of tests, with every default filled in. */
export interface SuitePlan {
  readonly agent: GivenAgent;
  readonly sets: readonly SelectedSet[];
  readonly config: GivenConfig | undefined;
  readonly options: DescribeOptions;
  readonly trials: number;
  readonly concurrency: number;
  readonly timeouts: EvalRequest["timeouts"];
  readonly cwd: string;
}
