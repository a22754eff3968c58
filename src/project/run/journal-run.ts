import { lookBeforeVerdict, lookFirst, lookLast } from "../../core/async/look-first.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { Acknowledgements } from "../../runner/journal/acknowledgements.ts";
import { readCases } from "../history/load-run.ts";
import { runMask } from "./secrets/run-secrets.ts";
import { tellRun } from "./tell-run.ts";

/** Events that may wait for their commit before the run waits too. */
const IN_FLIGHT = 2048;

interface JournalRequest {
  readonly runId: string;
  /** The run's events as they come, several at a time. */
  readonly batches: AsyncIterable<readonly RunEvent[]>;
  readonly store: RunStore;
  readonly reporters: readonly Reporter[];
  /** Hears of reporters that failed; unless given, they are warnings of the process. */
  readonly onNote?: ((sentence: string) => void) | undefined;
  /** Wakes whoever in the run waits for an event of it. */
  readonly acknowledged?: Acknowledgements | undefined;
  /** What earlier processes of this run journaled, oldest first. */
  readonly earlier?: AsyncIterable<RunEvent> | undefined;
}

/**
 * Pours one stream of run events into the store and, once they are durable, into the fold and every reporter.
 * Nothing is reported that a crash could take back.
 */
export async function journalRun(request: JournalRequest): Promise<RunSummary> {
  const { runId, batches, store, acknowledged, onNote } = request;
  // nobody outside of the runner sees an event as it was
  const mask = runMask(runId);
  const told = tellRun({
    reporters: request.reporters,
    onNote,
    place: { isInMemory: store.isInMemory === true },
  });
  await told.known(request.earlier ?? []);

  function report(event: RunEvent): Promise<void> | undefined {
    acknowledged?.committed(event);
    return told.event(event);
  }
  const journal = inOrder(report, (error) => acknowledged?.failed(error));
  async function settle(): Promise<void> {
    await store.flush();
    await journal.drained();
  }
  for await (const events of batches) {
    lookFirst();
    for (const event of events) {
      const masked = mask.event(event);
      journal.add(store.append(masked.event, masked.text), masked.event);
      acknowledged?.appended(masked.event);
      // a store that writes elsewhere has something to do meanwhile
      if (journal.waiting() > IN_FLIGHT) await journal.room();
      journal.throwIfFailed();
    }
    // before any agent is called, the run is on record and every reporter has had its say
    if (!told.hasBegun()) await settle();
  }
  await settle();
  lookLast();

  return await told.end(() => readCases(store, runId));
}

interface Waiting {
  readonly durable: Promise<void>;
  readonly events: RunEvent[];
}

/** Hands events on in their order, each after its own commit; the first failure ends it. */
function inOrder(
  report: (event: RunEvent) => Promise<void> | undefined,
  onFailed: (error: unknown) => void,
): {
  add(durable: Promise<void>, event: RunEvent): void;
  waiting(): number;
  /** Resolves when half of what may be in flight is done. */
  room(): Promise<void>;
  drained(): Promise<void>;
  throwIfFailed(): void;
} {
  let queue: Waiting[] = [];
  let count = 0;
  let pump: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  let room: PromiseWithResolvers<void> | undefined;

  function makeRoom(): void {
    room?.resolve();
    room = undefined;
  }

  async function reportAll({ durable, events }: Waiting): Promise<void> {
    await durable;
    lookBeforeVerdict();
    for (const event of events) {
      count -= 1;
      if (count <= IN_FLIGHT / 2) makeRoom();
      const reported = report(event);
      if (reported !== undefined) await reported;
    }
  }
  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      for (const waiting of batch) await reportAll(waiting);
    }
  }
  function start(): void {
    pump ??= run()
      .catch((error: unknown) => {
        failure = { error };
        onFailed(error);
      })
      .finally(() => {
        pump = undefined;
        makeRoom();
        // what came in the moment between the pump's last look and this one
        if (queue.length > 0 && failure === undefined) start();
      });
  }
  const throwIfFailed = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    add(durable, event) {
      count += 1;
      const last = queue.at(-1);
      // events of one commit share its promise
      if (last?.durable === durable) {
        last.events.push(event);
        return;
      }
      // a rejected commit is met by the pump; until then it must not count as unhandled
      durable.catch(() => {});
      queue.push({ durable, events: [event] });
      start();
    },
    waiting: () => count,
    async room() {
      room ??= Promise.withResolvers<void>();
      if (pump !== undefined) await room.promise;
      throwIfFailed();
    },
    async drained() {
      while (pump !== undefined) await pump;
      throwIfFailed();
    },
    throwIfFailed,
  };
}
