import type { ReasonCode } from "../../core/verdict.ts";

/** What went wrong with a conversation, as data: two that went wrong the same way have the same cause. */
export interface FailureCause {
  readonly kind: FailureKind;
  /** In one line, made from what happened: "set_light: on is wrong". */
  readonly name: string;
  /** The metric that says so. */
  readonly metric?: string | undefined;
  readonly tool?: string | undefined;
  /** The arguments that are wrong. */
  readonly arguments?: readonly string[] | undefined;
  readonly reason?: ReasonCode | undefined;
  /** The turn that shows it, from 0. */
  readonly turn?: number | undefined;
  /** What was said about it, where neither tool nor argument tell causes apart. */
  readonly explanation?: string | undefined;
}

/**
 * How a trajectory differs (`missing`, `extra`, `forbidden`, `order`, `argument`), a score that fell short, or why there was
 * nothing to score (`reason`).
 */
export type FailureKind =
  | "missing"
  | "extra"
  | "forbidden"
  | "order"
  | "argument"
  | "score"
  | "reason";
