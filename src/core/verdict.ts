import { deepFreeze } from "./json/deep-freeze.ts";

/** What could not be measured is never counted as a pass; a reason code says why. */
export type Status = "passed" | "failed" | "not-evaluated" | "informational";

/** Why something was not evaluated, or why a case failed without any metric having a say. */
export const reasonCodes = [
  "missing-reference",
  "judge-parse",
  "judge-refused",
  "judge-error",
  "judge-no-quorum",
  "judge-window",
  "judge-contradiction",
  "judge-unfit",
  "agent-error",
  "simulator-fault",
  "turn-mismatch",
  "timeout",
  "unsupported",
  "cancelled",
  "metric-error",
  "partly-scored",
  "no-metrics",
  "not-recorded",
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

const erred: ReadonlySet<ReasonCode> = new Set([
  "agent-error",
  "timeout",
  "metric-error",
  "simulator-fault",
]);

/** What threw or hung is told apart from what was only wrong. */
export function isErred(status: Status | undefined, reason: ReasonCode | undefined): boolean {
  return reason !== undefined && status !== "passed" && erred.has(reason);
}

/** A metric declares its direction; it is never guessed. */
export type Direction = "higher" | "lower";

/** Inclusive, without any tolerance, as the reference has it. */
export function meets(score: number, threshold: number, direction: Direction = "higher"): boolean {
  return direction === "higher" ? score >= threshold : score <= threshold;
}

/**
 * A case from its metrics: anything failed fails it; anything not evaluated, or nothing measured at all,
 * leaves it not evaluated. Informational metrics have no say.
 */
export function caseStatus(metrics: readonly Status[]): Exclude<Status, "informational"> {
  if (metrics.includes("failed")) return "failed";
  if (metrics.includes("not-evaluated")) return "not-evaluated";
  return metrics.includes("passed") ? "passed" : "not-evaluated";
}

/** A run from its cases. Nothing evaluated is incomplete, never a pass. */
export function runVerdict(totals: {
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
}): "passed" | "failed" | "incomplete" {
  if (totals.failed > 0) return "failed";
  if (totals.notEvaluated > 0 || totals.passed === 0) return "incomplete";
  return "passed";
}

/** What the command exits with; see the table in docs/guide/exit-codes.md. */
export const ExitCode = deepFreeze({
  passed: 0,
  failed: 1,
  userError: 2,
  incomplete: 3,
  bug: 70,
  interrupted: 130,
} as const);
