/** Longer chains of prototypes are traps. */
const MOST_PROTOTYPES = 20;

/** A field that a value has itself or from a class of its own, never from what all objects share. */
export function ownField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  let at: object | null = value;
  for (let step = 0; step < MOST_PROTOTYPES && at !== null && at !== Object.prototype; step += 1) {
    if (Object.hasOwn(at, key)) return (value as Record<string, unknown>)[key];
    at = Object.getPrototypeOf(at);
  }
  return undefined;
}
