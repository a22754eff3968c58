import type { ComparisonVerdict } from "../../core/analysis/comparison.ts";
import type { CaseNews } from "./case-news.ts";
import type { RunFigures } from "./run-figures.ts";

/** Everything that somebody who comes in wants to know first. */
export interface Overview {
  /** The one whose last run is the newest comes first. */
  readonly agents: readonly AgentOverview[];
  readonly news: OverviewNews;
  /** Runs that have ended, newest first. */
  readonly recent: readonly RecentRun[];
  /** Runs in all, those that go on included. */
  readonly runs: number;
}

export interface OverviewNews {
  /** Since when; undefined: the last run of each agent against the one before. */
  readonly since?: string | undefined;
  readonly broke: readonly ToldNews[];
  readonly recovered: readonly ToldNews[];
  readonly flaky: readonly ToldNews[];
}

/** With what the screen calls the run, and why it failed. */
export interface ToldNews extends CaseNews {
  readonly shortId: string;
  /** True: it did not fail for what it said, but broke down. */
  readonly isErrored: boolean;
  readonly why?: string | undefined;
}

export type RunLine = Omit<RunFigures, "verdicts" | "metrics">;

export interface RecentRun extends RunLine {
  readonly shortId: string;
  readonly name?: string | undefined;
  readonly state: string;
  readonly against?: AgainstBaseline | undefined;
}

/** A run against the one that it is held against. */
export interface AgainstBaseline {
  readonly runId: string;
  readonly shortId: string;
  /** How it was found: "run 4c1e of commit 1a2b3c4". */
  readonly text: string;
  readonly verdict: ComparisonVerdict;
  /** "worse, −14 points, 18 cases", "no detectable change, 40 cases", "not enough evidence yet". */
  readonly words: string;
  /** Of the cases that both have. */
  readonly broke: number;
  readonly fixed: number;
  /** Of the baseline. */
  readonly passRate: number | null;
}

export interface AgentOverview {
  readonly agent: string;
  /** The newest that has ended, of a whole set where there is one; undefined where none has. */
  readonly last?: (RunLine & Pick<RecentRun, "shortId" | "name" | "against">) | undefined;
  /** Of the newest 20 whole runs of the same sets, oldest first; null where nothing was evaluated. */
  readonly passRates: readonly (number | null)[];
  /** What the runs before it took, in the middle; undefined where there are none. */
  readonly before: { readonly cost?: number | undefined; readonly p95?: number | undefined };
  readonly runs: number;
}
