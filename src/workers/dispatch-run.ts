import { randomUUID } from "node:crypto";
import { asUserCode } from "../agents/isolation/user-code.ts";
import type { RunGates } from "../core/analysis/gate.ts";
import { RealDate } from "../core/async/own-timers.ts";
import { beforeCases } from "../core/calls/preflight.ts";
import { caseFold } from "../core/folds/case-result.ts";
import { keyOf } from "../core/folds/open-cases.ts";
import { type RunEvent, type RunStartEvent, SCHEMA_VERSION } from "../core/run.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { agentCosts } from "../project/gates/with-costs.ts";
import { callCeiling } from "../project/models/call-ceiling.ts";
import type { EvalRequest } from "../project/plan/eval-request.ts";
import { plannedCases } from "../project/plan/plan-cases.ts";
import type { PreparedRun } from "../project/plan/prepared-run.ts";
import { inOrder, type RankOf } from "../project/plan/risk-order.ts";
import { earlierEvents, reopenCases, type StoppedRun } from "../project/resume/resume-run.ts";
import { withRunLock } from "../project/resume/run-lock.ts";
import { gateFor } from "../project/run/plan-conversations.ts";
import { type RunMask, runMask } from "../project/run/secrets/run-secrets.ts";
import type { PostgresClient } from "../stores/postgres/postgres-client.ts";
import { insertDispatch } from "./dispatches.ts";
import type { JobQueue } from "./job-queue.ts";
import { forgetTroubles } from "./troubles.ts";

export interface DispatchOptions {
  readonly store: RunStore;
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  readonly runId: string;
  readonly request: EvalRequest;
  /** Set when a stopped run goes on; whoever has it holds the run's lock. */
  readonly stopped?: StoppedRun | undefined;
  /** What a run that goes on is held against from now on. */
  readonly gates?: RunGates | undefined;
  readonly rank?: RankOf | undefined;
  readonly onWaiting?: ((what: string) => void) | undefined;
  /** Aborted by whoever does not want it any more, as long as nothing has begun. */
  readonly signal: AbortSignal;
}

/** Puts a run on record and its conversations into the queue. From then on it belongs to the workers. */
export async function dispatchRun(prepared: PreparedRun, options: DispatchOptions): Promise<void> {
  const { store, runId, stopped } = options;
  const work = () => asUserCode(() => dispatchLocked(prepared, options));
  await (stopped === undefined ? withRunLock(store, runId, work) : work());
}

async function dispatchLocked(prepared: PreparedRun, options: DispatchOptions): Promise<void> {
  const { store, runId, request, stopped, signal, gates } = options;
  if (stopped !== undefined) await reopenCases(store, stopped);
  const mask = runMask(runId);
  const append = (event: RunEvent): Promise<void> => {
    const masked = mask.event(event);
    return store.append(masked.event, masked.text);
  };
  const at = new RealDate().toISOString();
  const first = await prepared.models?.preflight({
    judges: prepared.sets.some((set) => set.asksJudge),
    finished: stopped?.calls.get(keyOf(beforeCases)),
    signal,
    onWaiting: options.onWaiting,
  });
  await append(
    stopped === undefined
      ? { type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at, about: prepared.about }
      : { type: "run-resume", runId, at, ...(gates && { gates }) },
  );
  for (const call of first ?? []) await append({ ...call, runId });
  const gate = await gateFor(prepared, { runId, store });
  // judges that only guess are found out once, and not by every worker
  for await (const event of gate?.before(signal) ?? []) await append(event);
  signal.throwIfAborted();
  const spent = await spentBefore(prepared, options);
  const cases = inOrder(
    plannedCases({ sets: prepared.sets, trials: request.trials, ended: stopped?.ended }),
    options.rank,
  );
  const given = {
    runId,
    token: randomUUID(),
    about: masked(mask, { runId, at, about: prepared.about }),
    resumes: stopped !== undefined,
    planned: prepared.about.caseCount * request.trials - endedOf(prepared, options),
    failFast: request.failFast,
    maxCost: callCeiling(request).dollars ?? null,
    budget: request.budget ?? null,
    deadline: request.timeouts.run,
    ...spent,
  };
  const { client, queue } = options;
  // what is left of an earlier dispatch of this run is none of this one's business
  await queue.close(runId);
  await queue.open(runId);
  await client.transaction(async (query) => {
    if (!(await insertDispatch(query, given))) return;
    await forgetTroubles(query, runId);
    await queue.insert(runId, cases, query);
  });
}

/** As the journal has what a run says of itself. */
function masked(mask: RunMask, start: Pick<RunStartEvent, "runId" | "at" | "about">): RunInfo {
  const { event } = mask.event({ type: "run-start", schemaVersion: SCHEMA_VERSION, ...start });
  return event.type === "run-start" ? event.about : start.about;
}

/** Conversations of the plan that have ended already; a stopped run may have ended others. */
function endedOf({ sets }: PreparedRun, { request, stopped }: DispatchOptions): number {
  if (stopped === undefined) return 0;
  let ended = 0;
  for (const { key } of keysOf(sets, request.trials)) if (stopped.ended.has(key)) ended += 1;
  return ended;
}

function* keysOf(
  sets: PreparedRun["sets"],
  trials: number,
): Generator<{ readonly key: string }, void> {
  for (const planned of plannedCases({ sets, trials })) yield { key: keyOf(planned) };
}

/** A ceiling for costs applies to all processes of a run together. */
async function spentBefore(
  { about, models }: PreparedRun,
  { stopped, request }: DispatchOptions,
): Promise<{ readonly spent: number; readonly agentsSpent: number }> {
  // what was asked before the run is in no journal that was read
  let spent = models?.client.spent() ?? 0;
  let agentsSpent = 0;
  if (stopped === undefined) return { spent, agentsSpent };
  const cases = caseFold();
  const costOf = agentCosts(about);
  const add = (cost: number) => {
    spent += cost;
  };
  for await (const event of earlierEvents(stopped, add)) {
    const ended = request.budget === undefined ? undefined : cases.apply(event);
    if (ended !== undefined) agentsSpent += costOf(ended) ?? 0;
  }
  return { spent, agentsSpent };
}
