import type { Step } from "../../core/agent.ts";

/**
 * An agent that tells its own calls, texts or tokens knows best; the same seen from outside goes.
 * A call is the same when its id is, else when the tool and its arguments are.
 */
export function dedupeSteps(steps: Step[], seen: ReadonlySet<Step>): void {
  if (steps.every((step) => seen.has(step))) return;
  const reported = steps.filter((step) => !seen.has(step));
  const dropped = new Set<Step>();
  for (const keyOf of [byId, byContent]) {
    const open = Map.groupBy(reported, keyOf);
    for (const step of seen) {
      const key = dropped.has(step) ? undefined : keyOf(step);
      const same = key === undefined ? undefined : open.get(key)?.shift();
      if (same === undefined) continue;
      dropped.add(step);
      reported.splice(reported.indexOf(same), 1);
    }
  }
  const calls = new Set([...dropped].flatMap((step) => (step.type === "call" ? [step.id] : [])));
  const reportsUsage = steps.some((step) => step.type === "usage" && !seen.has(step));
  const isDropped = (step: Step) =>
    dropped.has(step) ||
    (seen.has(step) &&
      ((step.type === "result" && calls.has(step.id)) || (step.type === "usage" && reportsUsage)));
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
