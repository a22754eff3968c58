/** How many cases and trials show a difference of some size, and what that takes. */
export interface PowerPlan {
  readonly schemaVersion: number;
  /** The difference that is to be seen: 0.05 is five points of a pass rate. */
  readonly detect: number;
  /** How often it is found where it is there. */
  readonly power: number;
  /** How often a difference is seen where there is none. */
  readonly alpha: number;
  /** The metric that is planned for; undefined for the pass rate. */
  readonly metric?: string | undefined;
  readonly spread: PlanSpread;
  /** One for each number of trials that was asked about. */
  readonly plans: readonly TrialPlan[];
  /** What the cases that there are would show; undefined where their number is not known. */
  readonly set?: PlannedSetSize | undefined;
  /** All of it in plain words. */
  readonly sentences: readonly string[];
}

/** How far apart results lie by themselves, which a difference has to stand out from. */
export interface PlanSpread {
  /** Variance of what a change does to the cases: some gain, some lose. */
  readonly betweenCases: number;
  /** Variance of the trials of one case: chance. */
  readonly withinCases: number;
  /** How many times more cases are needed, since some belong together. */
  readonly designEffect: number;
  /** "runs": measured. "given": by the caller. "assumed": nothing was known, so a wide one was taken. */
  readonly source: "runs" | "given" | "assumed";
  /** True: no case had two trials, so which part of the spread is chance was assumed. */
  readonly isSplitAssumed: boolean;
  /** How many runs and cases it was measured on. */
  readonly runs: number;
  readonly cases: number;
}

export interface TrialPlan {
  /** Trials of a case in each run. */
  readonly trials: number;
  /** Cases that are needed, by Miller's formula. */
  readonly cases: number;
  /** The same with a reserve, since the spread is an estimate itself. */
  readonly casesWithReserve: number;
  /** Conversations of one run. */
  readonly conversations: number;
  /** US dollars for one run; null where no earlier run tells the price of a conversation. */
  readonly cost: number | null;
  /** Seconds for one run at the concurrency of the newest; null where no earlier run tells. */
  readonly seconds: number | null;
}

export interface PlannedSetSize {
  readonly cases: number;
  /** The smallest difference that these cases show, by trials. Null for fewer than two. */
  readonly shows: readonly { readonly trials: number; readonly difference: number | null }[];
}
