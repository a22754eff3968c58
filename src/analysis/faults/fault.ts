import type { CaseRow } from "../../core/folds/case-row.ts";

/** Whose doing it was that a case did not pass. `eval-set`: the set asks for what cannot be met, or for one thing twice. */
export const faults = [
  "agent",
  "user-simulator",
  "environment",
  "judge",
  "infrastructure",
  "eval-set",
] as const;

export type Fault = (typeof faults)[number];

/** A case that did not pass, and whose doing that was, by rule. */
export interface Attribution {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly status: Exclude<CaseRow["status"], "passed">;
  readonly fault: Fault;
  /** What that was concluded from, in a sentence or two. */
  readonly evidence: string;
}

/** The cases of a run that did not pass, in plan order, and how many are whose. Cases that never ran are not among them. */
export interface Attributions {
  readonly cases: readonly Attribution[];
  readonly counts: Readonly<Record<Fault, number>>;
}

/** What one conversation shows. */
export interface Finding {
  readonly fault: Fault;
  readonly evidence: string;
}
