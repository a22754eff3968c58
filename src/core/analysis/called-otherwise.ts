import type { TrajectoryStep } from "./trajectory-diff.ts";

type Missing = Extract<TrajectoryStep, { readonly kind: "missing" }>;

/**
 * Expected calls that are missing although their tool was called beyond what was expected: with other arguments, and not in
 * their place. "Never called" would be wrong of them.
 */
export function calledOtherwise(steps: readonly TrajectoryStep[]): ReadonlySet<Missing> {
  const made = new Map<string | undefined, number>();
  for (const step of steps) {
    if (step.kind !== "extra") continue;
    made.set(step.actual.name, (made.get(step.actual.name) ?? 0) + 1);
  }
  const found = new Set<Missing>();
  for (const step of steps) {
    if (step.kind !== "missing") continue;
    const left = made.get(step.expected.name) ?? 0;
    if (left > 0) found.add(step);
    made.set(step.expected.name, left - 1);
  }
  return found;
}
