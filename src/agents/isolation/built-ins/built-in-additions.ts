/** Taken here, since what is replaced later must not help to find out about it. */
const { getOwnPropertyDescriptor } = Object;
const { ownKeys, deleteProperty } = Reflect;

interface Known {
  readonly name: string;
  readonly owner: object;
  keys: PropertyKey[];
}

/** Nothing is known, and so nothing taken out, before it was saved. */
let objects: Known | undefined;
let arrays: Known | undefined;

/** Names that change how any array is written or awaited. */
const probedKeys = new Set<PropertyKey>(["toJSON", "then"]);
const ofArrays = Array.prototype as unknown as {
  readonly toJSON?: unknown;
  readonly then?: unknown;
};
let probed: readonly [toJson: unknown, then: unknown] = [undefined, undefined];

/** Remembers what all objects and all arrays have. */
export function saveAdditions(): void {
  const knownOf = (name: string, owner: object) => ({ name, owner, keys: ownKeys(owner) });
  objects = knownOf("Object.prototype", Object.prototype);
  arrays = knownOf("Array.prototype", Array.prototype);
  probed = [ofArrays.toJSON, ofArrays.then];
}

/** Whether arrays have been given one of the names that matter most: quickly told. */
export function hasProbedKeys(): boolean {
  return ofArrays.toJSON !== probed[0] || ofArrays.then !== probed[1];
}

/** What all objects have, awaits use too. Names that arrays were given are looked for where there is time. */
export function takeOutAdditions(
  closely: boolean,
  onLost: (name: string) => void,
): string | undefined {
  const changed = takeOutOf(objects, onLost);
  if (!closely && !hasProbedKeys()) return changed;
  return takeOutOf(arrays, onLost) ?? changed;
}

function takeOutOf(known: Known | undefined, onLost: (name: string) => void): string | undefined {
  if (known === undefined) return undefined;
  const keys = ownKeys(known.owner);
  if (keys.length === known.keys.length) return undefined;
  let taken: string | undefined;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as PropertyKey;
    if (isAmong(known.keys, key)) continue;
    const value = getOwnPropertyDescriptor(known.owner, key)?.value;
    // a method that arrays did not have is what people add for older engines
    if (known === arrays && typeof value === "function" && !probedKeys.has(key))
      known.keys.push(key);
    else {
      taken ??= `${known.name}.${String(key)}`;
      if (!deleteProperty(known.owner, key)) onLost(taken);
    }
  }
  return taken;
}

function isAmong(keys: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let at = 0; at < keys.length; at += 1) if (keys[at] === key) return true;
  return false;
}
