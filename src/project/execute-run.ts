import { caseFold } from "../core/case-result.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult, RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { type RunSummary, runFold } from "../core/run-summary.ts";

/** Events that may wait for their commit before the run waits too. */
const IN_FLIGHT = 4096;

interface ExecuteRequest {
  readonly runId: string;
  readonly events: AsyncIterable<RunEvent>;
  readonly store: RunStore;
  readonly reporters: readonly Reporter[];
  /** What earlier processes of this run journaled, oldest first. */
  readonly earlier?: AsyncIterable<RunEvent> | undefined;
}

/**
 * Pours one stream of run events into the store and, once they are durable, into the fold and every reporter.
 * Nothing is reported that a crash could take back.
 */
export async function executeRun(request: ExecuteRequest): Promise<RunSummary> {
  const { runId, events, store, reporters } = request;
  const run = runFold();
  const cases = caseFold();
  for await (const event of request.earlier ?? []) {
    run.apply(event);
    cases.apply(event);
  }
  let begun = false;

  async function report(event: RunEvent): Promise<void> {
    run.apply(event);
    const result = cases.apply(event);
    const summary = run.summary();
    if (!begun) {
      begun = true;
      for (const reporter of reporters) await reporter.onStart?.(summary);
    }
    for (const reporter of reporters) reporter.onEvent?.(event, summary);
    if (result === undefined) return;
    for (const reporter of reporters) reporter.onCase?.(result, summary);
  }

  const journal = inOrder(report);
  for await (const event of events) {
    journal.add(store.append(event), event);
    if (journal.waiting() > IN_FLIGHT) await journal.drained();
    journal.throwIfFailed();
  }
  await store.flush();
  await journal.drained();

  const summary = run.summary();
  for (const reporter of reporters) await reporter.onEnd?.(summary, () => readCases(store, runId));
  return summary;
}

/** Every finished conversation of a run, in plan order. */
export async function* readCases(store: RunStore, runId: string): AsyncGenerator<CaseResult> {
  const fold = caseFold();
  for await (const event of store.caseEvents(runId)) {
    const result = fold.apply(event);
    if (result !== undefined) yield result;
  }
}

/** Hands events on in their order, each after its own commit; the first failure ends it. */
function inOrder(report: (event: RunEvent) => Promise<void>): {
  add(durable: Promise<void>, event: RunEvent): void;
  waiting(): number;
  drained(): Promise<void>;
  throwIfFailed(): void;
} {
  let queue: { durable: Promise<void>; event: RunEvent }[] = [];
  let pump: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    while (queue.length > 0 && failure === undefined) {
      const batch = queue;
      queue = [];
      for (const { durable, event } of batch) {
        await durable;
        await report(event);
      }
    }
  }
  const throwIfFailed = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    add(durable, event) {
      // a rejected commit is met by the pump; until then it must not count as unhandled
      durable.catch(() => {});
      queue.push({ durable, event });
      pump ??= run()
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          pump = undefined;
        });
    },
    waiting: () => queue.length,
    async drained() {
      while (pump !== undefined) await pump;
      throwIfFailed();
    },
    throwIfFailed,
  };
}
