import type { Step } from "../../core/agent.ts";
import { roundToThousandths } from "../../core/numbers/mean.ts";
import { isOutermost } from "./turn-steps.ts";

/** Less than this rounds to nothing. */
const SHORTEST_MS = 0.5;

/** The time at least one tool ran; undefined when a call has no result or all are reported after the fact. */
export function secondsInTools(steps: readonly Step[]): number | undefined {
  // scripted agents use their tools in no time
  if (!steps.some(isLateResult)) return undefined;
  const spans: [from: number, to: number][] = [];
  const results = new Map<string, number>();
  for (const step of steps) {
    if (step.type === "result" && isOutermost(step)) results.set(step.id, step.at);
  }
  for (const step of steps) {
    if (step.type !== "call" || !isOutermost(step)) continue;
    const to = results.get(step.id);
    if (to === undefined) return undefined;
    spans.push([step.at, to]);
  }
  let total = 0;
  let until = 0;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total < SHORTEST_MS ? undefined : roundToThousandths(total / 1000);
}

function isLateResult({ type, at }: Step): boolean {
  return type === "result" && at >= SHORTEST_MS;
}
