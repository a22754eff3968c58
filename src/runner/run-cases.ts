import { longTimer } from "../core/async/long-timer.ts";
import { type RunEvent, SCHEMA_VERSION } from "../core/run.ts";
import { type EventChannel, eventChannel } from "./event-channel.ts";
import { storedFirst } from "./journal/stored-first.ts";
import { runCase } from "./run-case.ts";
import type { Halt, PlannedCase, RunPlan } from "./run-plan.ts";

/** Runs a plan and says what happens as it happens. Nothing here touches a disk, a terminal or a table. */
export async function* runCases(plan: RunPlan): AsyncGenerator<RunEvent> {
  for await (const batch of runCasesInBatches(plan)) yield* batch;
}

/** The same with all that happened since the last look at once: waiting for each event costs as much as a quick agent. */
export async function* runCasesInBatches(plan: RunPlan): AsyncGenerator<readonly RunEvent[]> {
  const { runId, about, gates } = plan;
  const at = () => plan.now().toISOString();
  yield [
    plan.resumes
      ? { type: "run-resume", runId, at: at(), ...(gates && { gates }) }
      : { type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at: at(), about },
  ];

  const clock = runClock(plan);
  try {
    // the first Ctrl-C lets it end, as it lets conversations in flight
    if (plan.before !== undefined) yield* one(plan.before(clock.signal));
    const channel = eventChannel();
    const pool = startWorkers(plan, channel, clock);
    yield* channel.batches();
    const end = await pool;
    yield [{ type: "run-end", runId, at: at(), ...end }];
  } finally {
    // whoever stops listening half way (a full disk, say) must not leave agents working for nobody
    clock.abort();
    clock.clear();
  }
}

async function* one(events: AsyncIterable<RunEvent>): AsyncGenerator<readonly RunEvent[]> {
  for await (const event of events) yield [event];
}

interface PoolEnd {
  readonly status: "ended" | "interrupted" | "stopped-early";
  readonly detail?: string | undefined;
}

/** At most `concurrency` conversations at once, begun in plan order. */
async function startWorkers(
  plan: RunPlan,
  channel: EventChannel,
  clock: RunClock,
): Promise<PoolEnd> {
  const queue = iteratorOf(plan.cases);
  const casePlan = { ...plan, kill: clock.signal };
  const stored = storedFirst(plan, channel.push, clock.signal);
  const abandoned: string[] = [];
  let failed = false;
  let left = false;
  let unpaid: string | undefined;
  let unreached = 0;

  const isStopped = () =>
    plan.stop.aborted ||
    clock.signal.aborted ||
    (failed && plan.failFast) ||
    unpaid !== undefined ||
    haltOf(plan)?.status === "stopped-early";
  function readyForMore(): Promise<unknown> | undefined {
    const [channelReady, storedReady] = [channel.ready(), stored.ready()];
    if (channelReady === undefined) return storedReady;
    return storedReady === undefined ? channelReady : Promise.all([channelReady, storedReady]);
  }
  /** A case that has begun comes to its end: trials follow their first one. */
  const passedOver = new Set<number>();
  function isBegun({ trial, index }: PlannedCase): boolean {
    if (trial > 0 && !passedOver.has(index)) return true;
    passedOver.add(index);
    return false;
  }
  async function runOne(planned: PlannedCase): Promise<void> {
    const ready = readyForMore();
    if (ready !== undefined) await ready;
    const run = () => runCase(planned, casePlan, stored);
    const end = await (plan.around === undefined ? run() : plan.around(planned, run));
    if (plan.halt !== undefined) await stored.ready();
    if (end.status === "failed") failed = true;
    if (end.status === "unpaid") unpaid = end.detail;
    if ("unreached" in end && end.unreached) unreached += 1;
    if (end.status === "abandoned") abandoned.push(describe(planned, end.waitingFor));
  }
  async function work(): Promise<void> {
    for (;;) {
      const next = await queue.next();
      if (next.done) return;
      if (isStopped()) {
        left = true;
        return;
      }
      if (haltOf(plan) !== undefined && !isBegun(next.value)) left = true;
      else await runOne(next.value);
    }
  }

  try {
    const length = plan.agent.oneAtATime === true ? 1 : plan.concurrency;
    await Promise.all(Array.from({ length }, work));
  } catch (error) {
    channel.fail(error);
  } finally {
    clock.clear();
    channel.close();
  }
  return endOf(plan, { expired: clock.expired(), abandoned, left, unpaid, unreached });
}

interface WaysToStop {
  readonly expired: boolean;
  readonly abandoned: readonly string[];
  readonly left: boolean;
  readonly unpaid: string | undefined;
  /** Conversations of which something was not measured, since a model could not be reached. */
  readonly unreached: number;
}

function endOf(
  plan: RunPlan,
  { expired, abandoned, left, unpaid, unreached }: WaysToStop,
): PoolEnd {
  if (expired) {
    const seconds = plan.deadlines.run / 1000;
    const detail = `The run's deadline of ${seconds} s passed. ${abandoned.join(" ")}`.trim();
    return { status: "stopped-early", detail };
  }
  if (unpaid !== undefined && !plan.stop.aborted) {
    return unpaidEnd(unpaid, plan.ceiling);
  }
  const interrupted = (plan.stop.aborted && left) || abandoned.length > 0;
  if (interrupted) return { status: "interrupted" };
  const halt = haltOf(plan);
  if (left && halt !== undefined) return halt;
  if (unreached > 0 && plan.stopsUnpaid === true) return unreachedEnd(unreached);
  return { status: left ? "stopped-early" : "ended" };
}

/** How a run ends of which something was not measured, since a model could not be reached. */
export function unreachedEnd(unreached: number): Halt {
  const which = unreached === 1 ? "1 conversation" : `${unreached} conversations`;
  const detail = `A model could not be reached for ${which}. What is missing is asked again with --resume; nothing is paid for twice.`;
  return { status: "stopped-early", detail };
}

/** The ceiling for costs is reached. */
export function unpaidEnd(unpaid: string, ceiling = "--max_cost"): Halt {
  const detail = `${unpaid} What is left goes on with --resume and a higher ${ceiling}; nothing is paid for twice.`;
  return { status: "stopped-early", detail };
}

function haltOf({ halt }: RunPlan): Halt | undefined {
  return halt?.aborted === true ? (halt.reason as Halt) : undefined;
}

function iteratorOf<T>(items: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

function describe({ evalId }: PlannedCase, waitingFor: string | undefined): string {
  return `${evalId} was still running${waitingFor === undefined ? "" : `: ${waitingFor}`}.`;
}

interface RunClock {
  readonly signal: AbortSignal;
  expired(): boolean;
  abort(): void;
  clear(): void;
}

/** One signal for all ways a run ends at once: the user's second Ctrl-C, the run's own deadline, a listener that left. */
function runClock(plan: RunPlan): RunClock {
  const controller = new AbortController();
  const abort = () => controller.abort();
  plan.kill.addEventListener("abort", abort, { once: true });
  if (plan.kill.aborted) abort();
  let expired = false;
  const timer = Number.isFinite(plan.deadlines.run)
    ? longTimer(() => {
        expired = true;
        abort();
      }, plan.deadlines.run)
    : undefined;
  return {
    signal: controller.signal,
    expired: () => expired,
    abort,
    clear() {
      timer?.clear();
      plan.kill.removeEventListener("abort", abort);
    },
  };
}
