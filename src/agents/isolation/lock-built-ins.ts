import { type KeptProperty, keptBuiltIns, restoreBuiltIns } from "./built-ins.ts";

/** Taken here, since what is replaced later must not help to lock anything. */
const { defineProperty, preventExtensions } = Object;

/** A test may still decide by chance what it likes; no runner computes a verdict with it. */
const leftOpen = Math;

let isLocked = false;

/**
 * Puts built-ins back, and from here on nobody replaces them in this process: a test runner computes with them after our
 * last word, while code of the evaluation may still have timers. Never undone; it follows a failure, and no other case.
 */
export function lockBuiltIns(): void {
  restoreBuiltIns();
  if (isLocked) return;
  isLocked = true;
  const kept = keptBuiltIns();
  for (let at = 0; at < kept.length; at += 1) {
    const each = kept[at] as KeptProperty;
    if (each.owner !== (leftOpen as unknown)) attempt(() => lockProperty(each));
  }
  attempt(() => preventExtensions(Array.prototype));
  attempt(() => preventExtensions(Object.prototype));
}

function lockProperty({ name, owner, key, descriptor }: KeptProperty): void {
  const { value, enumerable = false } = descriptor;
  if (descriptor.writable !== true) {
    defineProperty(owner, key, { ...descriptor, configurable: false });
    return;
  }
  defineProperty(owner, key, {
    configurable: false,
    enumerable,
    get: () => value,
    // a property that cannot be written could not be written to what inherits it either
    set(this: object, next: unknown) {
      if (this === owner) throw new TypeError(`${name} stays as it is: a case failed here.`);
      const own = { value: next, writable: true, enumerable: true, configurable: true };
      defineProperty(this, key, own);
    },
  });
}

/** What code of the evaluation has made unchangeable is changed for good; its case has failed. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // the others are locked all the same
  }
}
