import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import type { Pairing } from "./align-block.ts";
import { extraStep, stepOf } from "./trajectory-step.ts";

/** The rows of a diff, in the order expected; an extra call stands where it was made. */
export function trajectorySteps(turn: TrajectoryTurn, pairing: Pairing): readonly TrajectoryStep[] {
  const { aligned, met } = pairing;
  const moved = new Set(met.filter((actual, expected) => aligned[expected] !== actual));
  const steps: TrajectoryStep[] = [];
  let next = 0;
  const pushExtras = (until: number) => {
    for (; next < until; next += 1) if (!moved.has(next)) steps.push(extraStep(turn, next));
  };
  for (let expected = 0; expected < turn.expected.length; expected += 1) {
    const actual = aligned[expected] ?? -1;
    if (actual !== -1) {
      pushExtras(actual);
      next = actual + 1;
    }
    steps.push(stepOf(turn, { expected, actual, metBy: met[expected] ?? -1 }));
  }
  pushExtras(turn.actual.length);
  return steps;
}
