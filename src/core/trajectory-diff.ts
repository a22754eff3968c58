import type { FunctionCall } from "./content.ts";

/** A failing trajectory, explained: expected and actual calls, aligned. Drawn by reporters, stored as data. */
export interface TrajectoryDiff {
  readonly steps: readonly TrajectoryStep[];
  /** One or two sentences: what went another way. */
  readonly why: string;
  /** How many of the expected steps were made in their place. */
  readonly share?: { readonly matched: number; readonly expected: number } | undefined;
}

export type TrajectoryStep =
  | { readonly kind: "matched"; readonly expected: FunctionCall; readonly actual: FunctionCall }
  | {
      readonly kind: "changed";
      readonly expected: FunctionCall;
      readonly actual: FunctionCall;
      readonly changes: readonly ArgChange[];
    }
  | { readonly kind: "missing"; readonly expected: FunctionCall }
  | {
      readonly kind: "extra";
      readonly actual: FunctionCall;
      readonly forbidden?: boolean | undefined;
    }
  | {
      readonly kind: "moved";
      readonly expected: FunctionCall;
      readonly actual: FunctionCall;
      /** Places among the expected and among the actual calls, from 0. */
      readonly expectedAt: number;
      readonly actualAt: number;
    };

/** One argument that differs. A side that lacks the argument has no key for it. */
export interface ArgChange {
  readonly name: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}
