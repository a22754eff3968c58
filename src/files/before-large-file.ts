const listeners = new Set<() => void>();

/** Hears of a large file before what stands in it is made into objects. Returns how to stop that. */
export function beforeLargeFile(work: () => void): () => void {
  listeners.add(work);
  return () => void listeners.delete(work);
}

export function announceLargeFile(): void {
  for (const each of listeners) each();
}
