import { resolve } from "node:path";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { isUnchanged } from "./check-unchanged.ts";
import { hasEnded } from "./resume-run.ts";

/**
 * The run that a program goes on with: the newest of the same work, if it was stopped. Several runs of one program may have
 * the same agent and sets, and differ in their criteria: one of which nothing has changed comes first, also where it has
 * ended. Only where there is none, what has changed since is to be reported.
 */
export async function newestStopped(store: RunStore, about: RunInfo): Promise<string | undefined> {
  let changed: { readonly stopped: string | undefined } | undefined;
  for (const { runId, kind } of await store.list()) {
    if (kind !== about.kind) continue;
    const events = await store.runEvents(runId);
    const [start] = events;
    if (start?.type !== "run-start" || !isSameWork(start.about, about)) continue;
    const stopped = hasEnded(events) ? undefined : runId;
    if (isUnchanged(start.about, about)) return stopped;
    changed ??= { stopped };
  }
  return changed?.stopped;
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
    setsOf(one) === setsOf(other) &&
    !areTwo(one.name, other.name) &&
    !areTwo(one.block, other.block)
  );
}

/** Two names are two things; where one has none, it may be the same. */
function areTwo(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
