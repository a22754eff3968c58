import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { JudgeCheck } from "../../core/judge-check.ts";

/** What a reader of any report must know of the judges: who was not asked to prove itself, and who did not. */
export function judgeCheckLines({
  judgeChecks,
}: Pick<RunSummary, "judgeChecks">): readonly string[] {
  const off = judgeChecks.filter(({ status }) => status === "off");
  const refused = judgeChecks.filter(isRefused).map(({ detail }) => detail);
  return off.length === 0 ? refused : [offText(off), ...refused];
}

/** A judge that does not judge. */
export function isRefused({ status }: JudgeCheck): boolean {
  return status === "unfit" || status === "open";
}

function offText(off: readonly JudgeCheck[]): string {
  const byModel = Map.groupBy(off, ({ model }) => model);
  const whom = [...byModel].map(
    ([model, checks]) => `${model} for ${checks.map(({ metric }) => metric).join(", ")}`,
  );
  return `Judge check off: no control questions were asked of ${whom.join("; ")}.`;
}
