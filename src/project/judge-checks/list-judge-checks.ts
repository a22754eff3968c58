import type { JudgeCheck } from "../../core/judge-check.ts";
import type { RunStore } from "../../core/run-store.ts";

/** What a judge answered to the control questions of a metric, as the journal keeps it. */
export interface KeptCheck {
  readonly record: string;
  readonly at: string;
  readonly model: string;
  readonly metric: string;
  /** What came of it, in a sentence. */
  readonly detail: string;
  /** Undefined while questions are open, and for records of earlier versions, which have the sentence alone. */
  readonly graded?: GradedCheck | undefined;
}

/** How many control questions were answered as they should be. */
type GradedCheck = Pick<JudgeCheck, "status" | "right" | "of" | "wrong">;

/** Newest first. */
export async function listJudgeChecks(store: RunStore): Promise<readonly KeptCheck[]> {
  const checks: KeptCheck[] = [];
  for (const { runId, kind, agent, startedAt } of await store.list()) {
    if (kind !== "judge-check") continue;
    const [start, ...rest] = await store.runEvents(runId);
    const metric = start?.type === "run-start" ? (start.about.sets[0]?.evalSetId ?? "") : "";
    const end = rest.find((event) => event.type === "run-end");
    const open = `${agent} has not answered all control questions for ${metric} yet.`;
    checks.push({
      record: runId,
      at: startedAt,
      model: agent,
      metric,
      detail: end?.detail ?? open,
      graded: end?.report as GradedCheck | undefined,
    });
  }
  return checks;
}
