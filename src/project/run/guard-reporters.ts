import { withDeadline } from "../../core/async/deadline.ts";
import { isUserFacingError, messageOf } from "../../core/errors.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { Reporter, RunPlace } from "../../core/reporter.ts";
import type { CaseResult, RunEvent } from "../../core/run.ts";

/** How long a reporter may take to begin, and to end. */
const PATIENCE_MS = 300_000;
/** How long the end waits for hooks that nobody waits for. */
const GRACE_MS = 5_000;

/** Listeners that cannot harm what they listen to: one that throws, rejects or never ends costs its own report alone. */
export interface GuardedReporters {
  start(run: RunSummary, place?: RunPlace): Promise<void>;
  event(event: RunEvent, run: RunSummary): void;
  case(result: CaseResult, run: RunSummary): void;
  /** Throws at last where a report that was asked for could not be written, which its reader can mend. */
  end(run: RunSummary, cases: () => AsyncIterable<CaseResult>): Promise<void>;
}

/** `onNote` hears in a sentence what went wrong, once for each reporter. */
export function guardReporters(
  reporters: readonly Reporter[],
  onNote: (sentence: string) => void,
): GuardedReporters {
  const warned = new Set<Reporter>();
  const listeners = reporters.filter((each) => each.onEvent !== undefined);
  const readers = reporters.filter((each) => each.onCase !== undefined);
  const pending = new Map<Promise<unknown>, () => void>();
  let unwritten: unknown;

  function failed(reporter: Reporter, hook: keyof Reporter, error: unknown): void {
    if (isUserFacingError(error)) {
      unwritten ??= error;
      return;
    }
    if (warned.has(reporter)) return;
    warned.add(reporter);
    const said = messageOf(error).replace(/\.$/, "");
    onNote(
      `A reporter failed in ${hook}, so its report may not be whole: ${said}. The run went on without it.`,
    );
  }
  /** Types say that these hooks give nothing; functions of people may be asynchronous all the same. */
  function watch(reporter: Reporter, hook: keyof Reporter, result: unknown): void {
    if (typeof (result as { then?: unknown } | undefined)?.then !== "function") return;
    const watched = Promise.resolve(result)
      .catch((error: unknown) => failed(reporter, hook, error))
      .then(() => void pending.delete(watched));
    const late = new Error(`it had not ended ${GRACE_MS / 1000} s after the last case`);
    pending.set(watched, () => failed(reporter, hook, late));
  }
  async function inTime(
    reporter: Reporter,
    hook: keyof Reporter,
    work: () => void | Promise<void>,
  ): Promise<void> {
    try {
      // not every promise is one of ours
      await withDeadline(async () => work(), {
        milliseconds: PATIENCE_MS,
        waitingFor: "a reporter",
      });
    } catch (error) {
      failed(reporter, hook, error);
    }
  }

  return {
    async start(run, place) {
      for (const each of reporters) await inTime(each, "onStart", () => each.onStart?.(run, place));
      // nothing has been paid for yet
      if (unwritten !== undefined) throw unwritten;
    },
    event(event, run) {
      for (const each of listeners) {
        try {
          watch(each, "onEvent", each.onEvent?.(event, run));
        } catch (error) {
          failed(each, "onEvent", error);
        }
      }
    },
    case(result, run) {
      for (const each of readers) {
        try {
          watch(each, "onCase", each.onCase?.(result, run));
        } catch (error) {
          failed(each, "onCase", error);
        }
      }
    },
    async end(run, cases) {
      // what was begun in time is heard of, and not waited for without end
      const settled = () => Promise.all(pending.keys());
      const soon = { milliseconds: GRACE_MS, waitingFor: "a reporter" };
      if (pending.size > 0) await Promise.resolve(withDeadline(settled, soon)).catch(() => {});
      for (const tell of pending.values()) tell();
      for (const each of reporters) await inTime(each, "onEnd", () => each.onEnd?.(run, cases));
      if (unwritten !== undefined) throw unwritten;
    },
  };
}
