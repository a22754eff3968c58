const SHORTEST = 4;

/**
 * The name of a run where people read it: the beginning of the last part of its id, as long as it takes to be
 * unique among `all`, at least four characters. `20261116-025312-4c1e9a` is shown as `4c1e`.
 */
export function shortId(runId: string, all: Iterable<string> = []): string {
  const tail = tailOf(runId);
  let length = SHORTEST;
  for (const other of all) {
    if (other === runId) continue;
    const otherTail = tailOf(other);
    if (otherTail === tail) return runId;
    length = Math.max(length, sharedLength(tail, otherTail) + 1);
  }
  return tail.slice(0, length);
}

/** True when `text` may stand for the run: the beginning of its id, or of its last part. */
export function namesRun(text: string, runId: string): boolean {
  return text !== "" && (runId.startsWith(text) || tailOf(runId).startsWith(text));
}

/** A letter or two begin some run by chance: where a branch is called so, that is meant. */
export function isLongEnough(text: string): boolean {
  return text.length >= SHORTEST;
}

function tailOf(runId: string): string {
  return runId.slice(runId.lastIndexOf("-") + 1);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
