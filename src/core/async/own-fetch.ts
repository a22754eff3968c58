let kept: typeof globalThis.fetch | undefined;

/**
 * Keeps `fetch` as it is now, until the returned function is called. What is loaded for an evaluation may replace it for
 * itself, in good faith too; it does not answer for judges and simulated users by that. Nothing else of it is looked at:
 * Node loads most of what belongs to it with the first look.
 */
export function keepFetch(): () => void {
  kept = globalThis.fetch;
  return () => {
    kept = undefined;
  };
}

/** What our own requests are made with: as kept, else as it is at the moment. */
export function ownFetch(): typeof globalThis.fetch {
  return kept ?? globalThis.fetch;
}
