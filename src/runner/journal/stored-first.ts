import { allowance } from "../../core/async/allowance.ts";
import { performance, setImmediate } from "../../core/async/own-timers.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunPlan } from "../run-plan.ts";

/** What ends first is saved before in any case, and short runs are all of it; a save that takes its time counts as several. */
const FIRST = 128;
const QUICK_MS = 2;

/** What saving may cost from then on, at once and for every millisecond that passes: code that takes its time is saved before. */
const BURST_MS = 5;
const SHARE = 0.02;

/** A turn of the event loop and a small commit without the disk. */
const LEAST_MS = 0.1;

/** With a store on another machine: so many get control one after the other, a commit for each; others share one. */
const LONGEST_LINE = 16;

/** Commits that need not wait for others, at once and per millisecond: conversations that end together share one. */
const HURRIED = 32;
const HURRIED_PER_MS = 0.04;

/** Keeps code of users from running before what ended is stored. */
export interface StoredFirst {
  emit(event: RunEvent): void;
  /** To be awaited before code of users gets control; undefined where nothing has to be waited for. */
  ready(): Promise<void> | undefined;
}

type SavingPlan = Pick<
  RunPlan,
  "save" | "saveTogether" | "durable" | "hurry" | "halt" | "onlyPauses"
>;

interface Ended {
  readonly event: RunEvent;
  readonly stored: Promise<void>;
}

/**
 * A commit needs the event loop, and code that blocks it would keep turns that ended long ago from being stored. So code of
 * users gets control one after the other, each once what ended before it is saved: what one of them answered at once, too.
 * Where that would cost more than its share of the time, the next commit has to do: a great many answers in no time. With a
 * store on another machine each is waited for; where many wait, they wait together for one commit of all that ended before.
 */
export function storedFirst(
  { save, saveTogether, durable, hurry, halt, onlyPauses }: SavingPlan,
  push: StoredFirst["emit"],
  signal: AbortSignal,
): StoredFirst {
  const saving = allowance(BURST_MS, SHARE);
  let first = FIRST;
  const hurries = allowance(HURRIED, HURRIED_PER_MS);
  let isUnsaved = false;
  let before: Promise<void> = Promise.resolve();
  let inLine = 0;
  let joined: Promise<void> | undefined;
  let last: Ended | undefined;

  async function afterThose(earlier: Promise<void>): Promise<void> {
    await earlier;
    // what was answered at once has ended by then, and is on its way to the store
    await new Promise<void>((resolve) => setImmediate(() => resolve()));
    const isFirst = first > 0;
    if (!isUnsaved) return isFirst ? undefined : saving.spend(LEAST_MS);
    isUnsaved = false;
    const began = performance.now();
    await save?.();
    const took = performance.now() - began;
    if (isFirst) first -= Math.max(1, took / QUICK_MS);
    else saving.spend(Math.max(LEAST_MS, took));
  }
  function saved(): Promise<void> | undefined {
    if (save === undefined) return undefined;
    const isLeft = first > 0 || saving.isLeft();
    if (saveTogether === undefined ? !isLeft : inLine >= LONGEST_LINE) return savedTogether();
    inLine += 1;
    before = afterThose(before).finally(() => {
      inLine -= 1;
    });
    return before;
  }
  function savedTogether(): Promise<void> | undefined {
    if (saveTogether === undefined) return undefined;
    joined ??= commitTogether(saveTogether);
    return joined;
  }
  async function commitTogether(commit: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(() => resolve()));
    // who comes now may have ended something that this commit does not have
    joined = undefined;
    isUnsaved = false;
    await commit();
  }
  /** Whoever may halt a run has heard of a conversation before the next one begins in its place. */
  function heard(): Promise<void> | undefined {
    if (last === undefined) return undefined;
    if (hurry !== undefined && hurries.isLeft()) {
      hurries.spend(1);
      hurry(last.event);
    }
    return last?.stored;
  }

  return {
    emit(event) {
      if (event.type === "turn-end" || event.type === "case-end") {
        isUnsaved = true;
        if (halt !== undefined && onlyPauses !== true && durable !== undefined) {
          const forget = () => {
            if (last === ended) last = undefined;
          };
          // a run that is killed waits for nobody
          const ended: Ended = { event, stored: durable(event, signal).then(forget, forget) };
          last = ended;
        }
      }
      push(event);
    },
    ready() {
      const [first, second] = [heard(), saved()];
      return first === undefined ? second : first.then(() => second);
    },
  };
}
