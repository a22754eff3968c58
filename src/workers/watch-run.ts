import { clearTimeout, setTimeout } from "../core/async/own-timers.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { Reporter } from "../core/reporter.ts";
import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { readCases } from "../project/history/load-run.ts";
import { type ToldRun, tellRun } from "../project/run/tell-run.ts";

interface WatchOptions {
  readonly store: RunStore;
  readonly runId: string;
  readonly reporters: readonly Reporter[];
  readonly onNote?: ((sentence: string) => void) | undefined;
  /** Called between two looks; who watches a run looks after its end, too. */
  readonly onLook?: (() => Promise<void>) | undefined;
  /** Ends the watching; the run goes on. */
  readonly leave: AbortSignal;
}

const LOOK_MS = 150;
const PAGE = 1000;

/**
 * Follows the journal of a run that others write, and tells its events to the fold and the reporters of every run. What was
 * there before is known and not told. Undefined when whoever watched has left before the end.
 */
export async function watchRun(options: WatchOptions): Promise<RunSummary | undefined> {
  const { store, runId, reporters, onNote, leave } = options;
  const told = tellRun({ reporters, onNote });
  const journal = journalOf(store, runId);
  await tellKnown(told, journal);
  while (!journal.isOver()) {
    if (leave.aborted) return undefined;
    await options.onLook?.();
    const events = await journal.next();
    for (const event of events) await told.event(event);
    if (events.length > 0 || journal.isOver()) continue;
    if (!(await isGoingOn(store, runId))) break;
    await pause(leave);
  }
  // what was said with the end and behind it
  for (const event of await journal.next()) await told.event(event);
  return await told.end(() => readCases(store, runId));
}

/** The newest event of what is known is told, so that reports begin with all of it. */
async function tellKnown(told: ToldRun, journal: Journal): Promise<void> {
  let last: RunEvent | undefined;
  for (let page = await journal.next(); page.length > 0; page = await journal.next()) {
    const known = last === undefined ? page : [last, ...page];
    last = known.at(-1);
    await told.known(known.slice(0, -1));
  }
  if (last !== undefined) await told.event(last);
}

/** Somebody writes it, or it has said meanwhile how it ended. */
async function isGoingOn(store: RunStore, runId: string): Promise<boolean> {
  if (store.isLocked === undefined || (await store.isLocked(runId))) return true;
  const events = await store.runEvents(runId);
  return events.some(({ type }) => type === "run-end");
}

interface Journal {
  /** What came since the last look. */
  next(): Promise<readonly RunEvent[]>;
  /** The run has said how it ended, and nobody has gone on with it since. */
  isOver(): boolean;
}

function journalOf(store: RunStore, runId: string): Journal {
  let since = 0;
  let isOver = false;
  return {
    isOver: () => isOver,
    async next() {
      const page = await store.eventsSince(runId, since, PAGE);
      since = page.seq;
      const events = page.events.map(({ event }) => event);
      for (const { type } of events) {
        if (type === "run-end") isOver = true;
        if (type === "run-resume") isOver = false;
      }
      return events;
    },
  };
}

function pause(leave: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(over, LOOK_MS);
    function over(): void {
      clearTimeout(timer);
      leave.removeEventListener("abort", over);
      resolve();
    }
    leave.addEventListener("abort", over, { once: true });
  });
}
