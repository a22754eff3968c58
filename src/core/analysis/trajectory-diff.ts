import type { ArgMatcher, MatchType } from "../case-settings.ts";
import type { FunctionCall } from "../content.ts";

/** A failing trajectory, explained: expected and actual calls, aligned. Drawn by reporters, stored as data. */
export interface TrajectoryDiff {
  readonly steps: readonly TrajectoryStep[];
  /** One or two sentences: what went another way. */
  readonly why: string;
  /** How many of the expected steps were made in their place. */
  readonly share?: { readonly matched: number; readonly expected: number } | undefined;
  /** How the calls were matched, where a metric matches them in one of these ways. */
  readonly matchType?: MatchType | undefined;
}

/** What an expected call asks of one that is made, where that is not plain equality. */
interface ExpectedBy {
  /** How single arguments are compared. */
  readonly matchers?: Readonly<Record<string, ArgMatcher>> | undefined;
  /** Arguments without a matcher are not looked at. */
  readonly namesOnly?: boolean | undefined;
}

export type TrajectoryStep =
  | (ExpectedBy & {
      readonly kind: "matched";
      readonly expected: FunctionCall;
      readonly actual: FunctionCall;
    })
  | (ExpectedBy & {
      readonly kind: "changed";
      readonly expected: FunctionCall;
      readonly actual: FunctionCall;
      readonly changes: readonly ArgChange[];
    })
  | (ExpectedBy & { readonly kind: "missing"; readonly expected: FunctionCall })
  | {
      readonly kind: "extra";
      readonly actual: FunctionCall;
      readonly forbidden?: boolean | undefined;
    }
  | (ExpectedBy & {
      readonly kind: "moved";
      readonly expected: FunctionCall;
      readonly actual: FunctionCall;
      /** Places among the expected and among the actual calls, from 0. */
      readonly expectedAt: number;
      readonly actualAt: number;
    });

/** One argument that differs. A side that lacks the argument has no key for it. */
export interface ArgChange {
  readonly name: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}
