import { keyOf } from "../core/case-result.ts";
import type { ChatReply } from "../core/chat-model.ts";
import { UserFacingError } from "../core/errors.ts";
import type {
  CaseStartEvent,
  RunAbout,
  RunEvent,
  RunStartEvent,
  TurnEndEvent,
} from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import type { FinishedCalls } from "../runner/call-journal.ts";
import type { HeldConversation } from "../runner/run-plan.ts";
import { unmaskStopped } from "./run-secrets.ts";

/** What is left of a run that was stopped: what has ended, and what was half way. */
export interface StoppedRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunAbout;
  /** By `keyOf`. */
  readonly ended: ReadonlySet<string>;
  readonly held: ReadonlyMap<string, HeldConversation>;
  /** Replies to model calls of conversations that have not ended, by conversation. */
  readonly calls: ReadonlyMap<string, FinishedCalls>;
  /** Everything journaled so far, for the fold. */
  events(): AsyncIterable<RunEvent>;
}

/** Reads a run back from its journal so that it can go on. */
export async function readStoppedRun(store: RunStore, runId: string): Promise<StoppedRun> {
  const own = await store.runEvents(runId);
  const start = own.find((event): event is RunStartEvent => event.type === "run-start");
  if (start === undefined) {
    throw new UserFacingError("run/not-found", `There is no run ${runId}.`, {
      hint: "See what there is with:  assay runs",
    });
  }
  const ended = new Set((await store.endedCases(runId)).map(keyOf));
  const { held, calls } = await readOpen(store, runId, ended);
  return unmaskStopped({
    runId,
    startedAt: start.at,
    about: start.about,
    ended,
    held,
    calls,
    async *events() {
      yield* own;
      yield* store.caseEvents(runId);
    },
  });
}

/** Conversations that were begun and not ended: the turns that were finished, and the model calls. */
async function readOpen(
  store: RunStore,
  runId: string,
  ended: ReadonlySet<string>,
): Promise<Pick<StoppedRun, "held" | "calls">> {
  const open = new Map<string, { start: CaseStartEvent; turns: TurnEndEvent[] }>();
  const calls = new Map<string, Map<string, ChatReply>>();
  for await (const event of store.caseEvents(runId)) {
    if (!("evalId" in event) || ended.has(keyOf(event))) continue;
    const key = keyOf(event);
    if (event.type === "case-start") open.set(key, { start: event, turns: [] });
    if (event.type === "turn-end") open.get(key)?.turns.push(event);
    if (event.type === "call-end") {
      const known = calls.get(key) ?? new Map<string, ChatReply>();
      calls.set(key, known.set(event.callKey, event.reply));
    }
  }
  const held = [...open].map(
    ([key, { start, turns }]) => [key, heldConversation(start, turns)] as const,
  );
  return { held: new Map(held), calls };
}

function heldConversation(
  { sessionId, userId }: CaseStartEvent,
  turns: readonly TurnEndEvent[],
): HeldConversation {
  const invocations = turns.map((turn) => turn.invocation);
  const memory = turns.map((turn) => turn.memory);
  return { sessionId, userId, invocations, memory, state: turns.at(-1)?.state };
}

/** Half a run by one agent and half by another would be nobody's result. */
export function checkUnchanged(before: RunAbout, after: RunAbout): void {
  const changed = [
    ...changedSets(before, after),
    ...(before.agent.hash === after.agent.hash ? [] : [`the agent ${after.agent.name}`]),
  ];
  if (changed.length === 0) return;
  const begun = changed.length === 1 ? "has" : "have";
  throw new UserFacingError(
    "run/changed",
    `Since the run began, ${changed.join(" and ")} ${begun} changed.`,
    {
      hint: "Start a new run, or go on all the same with --resume_changed: finished cases keep their results.",
    },
  );
}

function changedSets(before: RunAbout, after: RunAbout): readonly string[] {
  const earlier = new Map(before.sets.map((set) => [set.evalSetId, set]));
  const changed = after.sets.filter((set) => earlier.get(set.evalSetId)?.hash !== set.hash);
  const later = new Set(after.sets.map((set) => set.evalSetId));
  const gone = before.sets.filter((set) => !later.has(set.evalSetId));
  const configs = after.sets.filter((set) => {
    const metrics = earlier.get(set.evalSetId)?.config.metrics;
    return metrics !== undefined && JSON.stringify(metrics) !== JSON.stringify(set.config.metrics);
  });
  return [
    ...[...changed, ...gone].map((set) => `the eval set ${set.evalSetId}`),
    ...configs.map((set) => `the config of ${set.evalSetId}`),
  ];
}
