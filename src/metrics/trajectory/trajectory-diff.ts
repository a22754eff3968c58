import type { TrajectoryDiff } from "../../core/analysis/trajectory-diff.ts";
import type { MatchType } from "../../core/case-settings.ts";
import { alignTrajectory } from "./alignment/align-trajectory.ts";
import { isOpenChange } from "./alignment/explain-arguments.ts";
import { type Blame, explainTrajectory } from "./alignment/explain-trajectory.ts";
import type { TrajectoryTurn } from "./trajectory-turn.ts";

/** The calls of a turn that lost points, side by side, and why it did. */
export function trajectoryDiff(
  turn: TrajectoryTurn,
  blame: Blame,
  matchType?: MatchType,
): TrajectoryDiff {
  const alignment = alignTrajectory(turn, { ordered: blame.order });
  const { steps } = alignment;
  const matched = steps.filter(({ kind }) => kind === "matched").length;
  // a call that no judge was asked about may be the expected one, so that nobody can count
  const isOpen = steps.some(
    (step) =>
      step.kind === "changed" && step.changes.some((each) => isOpenChange(turn, step, each)),
  );
  const share = { matched, expected: turn.expected.length };
  const why = explainTrajectory(turn, alignment, blame);
  return {
    steps,
    why,
    ...(isOpen ? {} : { share }),
    ...(matchType === undefined ? {} : { matchType }),
  };
}
