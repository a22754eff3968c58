type Fetch = typeof globalThis.fetch;

const names = ["fetch", "Response", "TransformStream"] as const;
type Name = (typeof names)[number];

let kept: ReadonlyMap<Name, PropertyDescriptor> | undefined;

/**
 * Keeps `fetch` as it is now, until the returned function is called. What is loaded for an evaluation may replace it for
 * itself, in good faith too; it does not answer for judges and simulated users by that.
 */
export function keepFetch(): () => void {
  // by descriptors, since Node loads some of it only when it is looked at
  const now = names.flatMap((name) => {
    const found = Object.getOwnPropertyDescriptor(globalThis, name);
    return found === undefined ? [] : [[name, found] as const];
  });
  kept = new Map(now);
  return () => {
    kept = undefined;
  };
}

/** What our own requests are made with: as kept, else as it is at the moment. */
export function ownFetch(): { readonly [Key in Name]: (typeof globalThis)[Key] } {
  return {
    fetch: own("fetch") as Fetch,
    Response: own("Response") as typeof Response,
    TransformStream: own("TransformStream") as typeof TransformStream,
  };
}

function own(name: Name): unknown {
  const descriptor = kept?.get(name);
  if (descriptor === undefined) return globalThis[name];
  return descriptor.get === undefined
    ? descriptor.value
    : Reflect.apply(descriptor.get, globalThis, []);
}
