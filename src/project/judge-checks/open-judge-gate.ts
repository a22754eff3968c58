import type { CheckedRun } from "./check-judge.ts";
import type { JudgeGate } from "./check-judges.ts";

/** Nothing is loaded for runs without a judge that has to prove itself. */
export async function openJudgeGate(run: CheckedRun): Promise<JudgeGate | undefined> {
  if (run.metrics.every(({ control }) => control === undefined)) return undefined;
  const { judgeGate } = await import("./check-judges.ts");
  return judgeGate(run);
}
