import { resolve } from "node:path";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { hasEnded } from "./resume-run.ts";

export async function newestStopped(store: RunStore, about: RunInfo): Promise<string | undefined> {
  for (const { runId, kind } of await store.list()) {
    if (kind !== about.kind) continue;
    const events = await store.runEvents(runId);
    const [start] = events;
    if (start?.type !== "run-start" || !isSameWork(start.about, about)) continue;
    return hasEnded(events) ? undefined : runId;
  }
  return undefined;
}

/** The same agent and the same sets, as far as names go; whether they changed is reported later. */
function isSameWork(one: RunInfo, other: RunInfo): boolean {
  const pathOf = ({ agent, cwd }: RunInfo) =>
    agent.path === undefined ? agent.name : resolve(cwd ?? "", agent.path);
  const setsOf = ({ sets }: RunInfo) =>
    JSON.stringify(sets.map(({ evalSetId, caseCount }) => [evalSetId, caseCount]));
  return (
    pathOf(one) === pathOf(other) &&
    one.agent.subAgent === other.agent.subAgent &&
    one.agent.model === other.agent.model &&
    one.trials === other.trials &&
    one.require === other.require &&
    one.scoredRun === other.scoredRun &&
    setsOf(one) === setsOf(other)
  );
}
