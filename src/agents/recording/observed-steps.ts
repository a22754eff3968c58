import type { Turn } from "../../core/agent.ts";
import type { TurnScope } from "./turn-scope.ts";

interface Observation {
  /** Who saw it. */
  readonly source: string;
  /** Where it belongs among the steps, when it is reported later than it happened. */
  readonly place?: number | undefined;
}

/** Writes what somebody saw from outside while the agent worked. */
export function writeObserved(
  scope: TurnScope,
  { source, place }: Observation,
  write: (turn: Turn) => void,
): void {
  if (scope.recording === undefined) return;
  const { turn, steps } = scope.recording;
  scope.sources ??= new Set();
  scope.sources.add(source);
  scope.seen ??= new Set();
  const before = steps.length;
  const next = place === undefined ? undefined : steps[place];
  write(turn);
  const written = steps.splice(before);
  const moved = next === undefined ? written : written.map((step) => ({ ...step, at: next.at }));
  for (const step of moved) scope.seen.add(step);
  steps.splice(place ?? before, 0, ...moved);
}
