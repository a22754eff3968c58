import { onAbort } from "../../../core/async/on-abort.ts";
import { clearTimeout, performance, setTimeout } from "../../../core/async/own-timers.ts";
import type { OtlpSignal } from "./otlp-target.ts";
import { type PostResult, postExport } from "./post-export.ts";

/** Sends items while others come. Nobody waits for it but whoever closes it. */
export interface OtlpSender<Item> {
  send(items: readonly Item[]): void;
  /** Sends what waits, but not for ever. What was not taken, and why; undefined where all of it was. */
  close(): Promise<Unsent | undefined>;
}

export interface Unsent {
  readonly count: number;
  readonly why: string;
}

const BATCH = 512;
/** A receiver that is slower than the run costs items, not memory. */
const MOST_WAITING = 20_000;
const MOST_TRIES = 5;
/** Whoever has never answered may not be there at all. */
const FIRST_TRIES = 2;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

export function otlpSender<Item>(
  signal: OtlpSignal,
  exportOf: (items: readonly Item[]) => object,
): OtlpSender<Item> {
  const waiting: Item[] = [];
  const stop = new AbortController();
  let draining: Promise<void> | undefined;
  let lost = 0;
  let why = "";
  let hasAnswered = false;
  // one that did not answer in all tries is asked once a batch from then on
  let isDown = false;

  function lose(count: number, reason: string): void {
    lost += count;
    if (why === "") why = reason;
  }

  function tries(): number {
    if (isDown) return 1;
    return hasAnswered ? MOST_TRIES : FIRST_TRIES;
  }

  async function once(exported: object): Promise<PostResult> {
    const result = await postExport(exported, signal, stop.signal);
    if (result.kind !== "later" || result.isAnswer) hasAnswered = true;
    return result;
  }

  /** Sends one batch until it is taken, refused, or was tried often enough. */
  async function tried(exported: object): Promise<PostResult> {
    let result = await once(exported);
    for (let done = 1; done < tries() && result.kind === "later"; done += 1) {
      await sleep(waitOf(result, done), stop.signal);
      if (stop.signal.aborted) break;
      result = await once(exported);
    }
    return result;
  }

  async function post(items: readonly Item[]): Promise<void> {
    if (stop.signal.aborted) {
      lose(items.length, "it was too slow");
      return;
    }
    const result = await tried(exportOf(items));
    isDown = result.kind === "later";
    if (result.kind !== "taken") lose(items.length, result.why);
    else if (result.rejected > 0) lose(result.rejected, "it rejected them");
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await post(waiting.splice(0, BATCH));
    draining = undefined;
  }

  return {
    send(items) {
      const room = Math.max(0, MOST_WAITING - waiting.length);
      for (const item of items.slice(0, room)) waiting.push(item);
      if (items.length > room) lose(items.length - room, "it is too slow");
      if (waiting.length > 0) draining ??= drain();
    },
    async close() {
      const timer = setTimeout(() => stop.abort(), signal.timeout);
      await draining;
      clearTimeout(timer);
      return lost === 0 ? undefined : { count: lost, why };
    },
  };
}

/** Not less than the receiver asks for, and not at the same moment as others. */
function waitOf(result: PostResult, tries: number): number {
  const asked = result.kind === "later" ? (result.after ?? 0) : 0;
  const jitter = 0.5 + (performance.now() % 1) / 2;
  return Math.min(Math.max(asked, FIRST_WAIT * 2 ** (tries - 1) * jitter), LONGEST_WAIT);
}

async function sleep(milliseconds: number, stop: AbortSignal): Promise<void> {
  await new Promise<void>((wake) => {
    const timer = setTimeout(wake, milliseconds);
    onAbort(stop, () => {
      clearTimeout(timer);
      wake();
    });
  });
}
