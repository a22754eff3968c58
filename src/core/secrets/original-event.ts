import type { RunEvent } from "../run.ts";

const originals = new WeakMap<RunEvent, RunEvent>();

/** Remembers which event another one stands for outside of the process. */
export function standsFor(masked: RunEvent, original: RunEvent): void {
  originals.set(masked, original);
}

/** The event as the runner made it. Whoever waits for it knows it by no other. */
export function originalOf(event: RunEvent): RunEvent {
  return originals.get(event) ?? event;
}
