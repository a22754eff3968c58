import type { Step, Turn } from "../../core/agent.ts";
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

/**
 * An agent that reports its own calls, texts or tokens knows best; the same step observed from outside is removed.
 * A call is the same when its id is, else when the tool and its arguments are.
 */
export function dedupeSteps(steps: Step[], seen: ReadonlySet<Step>): void {
  if (steps.every((step) => seen.has(step))) return;
  const told = steps.filter((step) => !seen.has(step));
  const dropped = new Set<Step>();
  for (const keyOf of [byId, byContent]) {
    const open = Map.groupBy(told, keyOf);
    for (const step of seen) {
      const key = dropped.has(step) ? undefined : keyOf(step);
      const same = key === undefined ? undefined : open.get(key)?.shift();
      if (same === undefined) continue;
      dropped.add(step);
      told.splice(told.indexOf(same), 1);
    }
  }
  const calls = new Set([...dropped].flatMap((step) => (step.type === "call" ? [step.id] : [])));
  const tellsUsage = steps.some((step) => step.type === "usage" && !seen.has(step));
  const isDropped = (step: Step) =>
    dropped.has(step) ||
    (seen.has(step) &&
      ((step.type === "result" && calls.has(step.id)) || (step.type === "usage" && tellsUsage)));
  steps.splice(0, steps.length, ...steps.filter((step) => !isDropped(step)));
}

function byId(step: Step): string | undefined {
  return step.type === "call" || step.type === "pause" ? `${step.type} ${step.id}` : undefined;
}

function byContent(step: Step): string | undefined {
  if (step.type === "text") return `text ${step.text}`;
  if (step.type === "call") return `call ${step.tool} ${JSON.stringify(step.args ?? {})}`;
  return undefined;
}
