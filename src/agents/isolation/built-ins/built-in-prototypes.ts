import { type Inherits, prototypeComparison, WORTH_CODE } from "./built-in-comparison.ts";
import { builtInOwners } from "./built-in-owners.ts";

/** Taken here, since what is replaced later must not help to find out about it. */
const { getPrototypeOf, setPrototypeOf } = Object;

interface Kept extends Inherits {
  readonly name: string;
}

let kept: readonly Kept[] = [];
let areKept: () => boolean = () => false;
let looks = 0;

/** Remembers what built-ins inherit from: what stands between arrays and all objects, every array has. */
export function savePrototypes(): void {
  kept = builtInOwners.map(([name, owner]) => ({ name, owner, prototype: getPrototypeOf(owner) }));
  areKept = () => false;
  looks = 0;
}

/** Whose prototype was changed since, put back as it was. `onLost` hears of one that stays changed. */
export function restorePrototypes(onLost: (name: string) => void): string | undefined {
  looks += 1;
  if (looks === WORTH_CODE) areKept = prototypeComparison(kept);
  if (areKept()) return undefined;
  let changed: string | undefined;
  for (let at = 0; at < kept.length; at += 1) {
    const { name, owner, prototype } = kept[at] as Kept;
    if (getPrototypeOf(owner) === prototype) continue;
    changed ??= `the prototype of ${name}`;
    try {
      setPrototypeOf(owner, prototype);
    } catch {
      // no longer extensible
      onLost(changed);
    }
  }
  return changed;
}
