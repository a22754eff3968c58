import type { EvalCase } from "../core/eval-set.ts";
import type { RunPlan } from "./run-plan.ts";

/** A turn ends by its own deadline or with its case, whichever comes first. */
export function turnDeadline(plan: RunPlan, evalCase: EvalCase, leftMs: number) {
  if (plan.deadlines.turn <= leftMs) return { timeoutMs: plan.deadlines.turn };
  return { timeoutMs: Math.max(0, leftMs), caseMs: caseLimit(plan, evalCase) };
}

/** Milliseconds a case may take: its own, or the run's. */
export function caseLimit(plan: RunPlan, evalCase: EvalCase): number {
  const own = evalCase.assay?.timeoutSeconds;
  return own === undefined ? plan.deadlines.case : own * 1000;
}
