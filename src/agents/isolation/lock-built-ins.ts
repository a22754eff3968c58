import { turnScope } from "../recording/turn-scope.ts";
import { type KeptProperty, keptBuiltIns, restoreBuiltIns, wasTampered } from "./built-ins.ts";

/** Taken here, since what is replaced later must not help to lock anything. */
const { defineProperty, getOwnPropertyDescriptor, preventExtensions } = Object;

/** Tests decide by it what chance is; no runner computes a verdict with it. */
const leftOpen: unknown = Math;

interface Locked extends KeptProperty {
  readonly get: () => unknown;
}

let locked: Locked[] = [];
let isForGood = false;

/**
 * Puts built-ins back and keeps code of the evaluation from replacing them: a test runner still computes with them after
 * our last word, and such code may have timers. Tests of the user's may spy on them as ever, until something was replaced:
 * from then on nobody does in this process.
 */
export function lockBuiltIns(): void {
  restoreBuiltIns();
  if (isForGood) return;
  const kept = keptBuiltIns();
  isForGood = wasTampered();
  locked = [];
  for (let at = 0; at < kept.length; at += 1) {
    const each = kept[at] as KeptProperty;
    if (each.owner !== leftOpen) attempt(() => lock(each));
  }
  if (!isForGood) return;
  attempt(() => preventExtensions(Array.prototype));
  attempt(() => preventExtensions(Object.prototype));
}

/** Before a run begins, which compares them with how they are then. What is locked for good stays so. */
export function unlockBuiltIns(): void {
  if (isForGood) return;
  for (let at = 0; at < locked.length; at += 1) {
    const { owner, key, descriptor, get } = locked[at] as Locked;
    if (getOwnPropertyDescriptor(owner, key)?.get === get) defineProperty(owner, key, descriptor);
  }
  locked = [];
}

function lock(kept: KeptProperty): void {
  const { name, owner, key, descriptor } = kept;
  const { value, enumerable = false } = descriptor;
  if (descriptor.writable !== true) {
    if (isForGood) defineProperty(owner, key, { ...descriptor, configurable: false });
    return;
  }
  const get = () => value;
  const set = function (this: unknown, next: unknown) {
    const isOwner = this === owner;
    if (isOwner && (isForGood || turnScope.getStore() !== undefined)) {
      throw new TypeError(`${name} stays as it is: a case failed here.`);
    }
    // a property that cannot be written could not be written to what inherits it either
    const own = { value: next, writable: true, enumerable: true, configurable: true };
    defineProperty(this as object, key, isOwner ? { ...own, enumerable } : own);
  };
  try {
    defineProperty(owner, key, { configurable: !isForGood, enumerable, get, set });
  } finally {
    // the globals of Jest take it and throw all the same; what is not there is not taken for ours
    if (getOwnPropertyDescriptor(owner, key)?.get === get) {
      kept.lock = get;
      locked[locked.length] = { ...kept, get };
    }
  }
}

/** What code of the evaluation has made unchangeable stays as it is; its case has failed. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // the others are locked all the same
  }
}
