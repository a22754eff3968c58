import { performance } from "../../core/async/own-timers.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunPlan } from "../run-plan.ts";

/** Longer than this, and a commit that is waited for costs little beside what took so long. */
const SLOW_MS = 20;

/** So many quick ones in a row are believed. */
const PROOF = 16;

/** Commits that need not wait for others, at once and per second: many conversations that end together share one. */
const BURST = 32;
const PER_SECOND = 40;

/** Keeps code of users from running before what ended is stored. */
export interface StoredFirst {
  emit(event: RunEvent): void;
  /** To be awaited before an agent or a metric gets control; undefined where nothing waits to be stored. */
  ready(): Promise<void> | undefined;
  /** How long it was until control came back. */
  took(milliseconds: number): void;
}

interface Ended {
  readonly event: RunEvent;
  readonly stored: Promise<void>;
}

/**
 * A commit needs the event loop, and code that blocks it would keep turns that ended long ago from being stored. So what
 * ended is stored first, but for code that has proven to be quick: waiting for each of its turns costs more than all of them.
 */
export function storedFirst(
  { durable, hurry, halt }: RunPlan,
  push: StoredFirst["emit"],
  signal: AbortSignal,
): StoredFirst {
  const mayHurry = atMost(BURST, PER_SECOND);
  let quick = 0;
  let last: Ended | undefined;
  // whoever may halt a run has heard of a conversation before the next one begins in its place
  const isWaitedFor = () => halt !== undefined || quick < PROOF;

  return {
    emit(event) {
      const ends = event.type === "turn-end" || event.type === "case-end";
      if (ends && durable !== undefined && isWaitedFor()) {
        const forget = () => {
          if (last === ended) last = undefined;
        };
        // a run that is killed waits for nobody
        const ended: Ended = { event, stored: durable(event, signal).then(forget, forget) };
        last = ended;
      }
      push(event);
    },
    ready() {
      if (last === undefined) return undefined;
      if (mayHurry()) hurry?.(last.event);
      return last?.stored;
    },
    took(milliseconds) {
      quick = milliseconds < SLOW_MS ? quick + 1 : 0;
    },
  };
}

/** Says yes so often at once, and so often per second after that. */
function atMost(burst: number, perSecond: number): () => boolean {
  let left = burst;
  let asked = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - asked) / 1000) * perSecond);
    asked = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
