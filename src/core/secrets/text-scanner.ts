/** Where one of several texts was found. */
interface Found {
  readonly pattern: string;
  readonly start: number;
}

/** Looks for many texts at once. */
export interface TextScanner {
  /** The first of them at or after `from`; of several at one place the longest. */
  find(text: string, from?: number): Found | undefined;
}

const TABLE = 1 << 16;

/**
 * Every text of a run is looked through, and nearly always nothing is there. So pairs of characters say how far one may
 * jump (Wu and Manber): most characters are never read, however many patterns there are.
 */
export function textScanner(given: Iterable<string>): TextScanner | undefined {
  const patterns = [...new Set(given)].filter((each) => each.length >= 2);
  if (patterns.length === 0) return undefined;
  const window = Math.min(255, ...patterns.map((each) => each.length));
  const jumps = new Uint8Array(TABLE).fill(window - 1);
  const ending = new Map<number, string[]>();
  for (const pattern of patterns) {
    for (let at = 1; at < window; at += 1) {
      const key = pairAt(pattern, at);
      jumps[key] = Math.min(jumps[key] ?? 0, window - 1 - at);
    }
    const last = pairAt(pattern, window - 1);
    const others = ending.get(last);
    if (others === undefined) ending.set(last, [pattern]);
    else others.push(pattern);
  }
  for (const others of ending.values()) others.sort((a, b) => b.length - a.length);

  return {
    find(text, from = 0) {
      let at = from + window - 1;
      while (at < text.length) {
        const key = pairAt(text, at);
        const jump = jumps[key] ?? 0;
        if (jump > 0) {
          at += jump;
          continue;
        }
        const start = at - window + 1;
        for (const pattern of ending.get(key) ?? []) {
          if (text.startsWith(pattern, start)) return { pattern, start };
        }
        at += 1;
      }
      return undefined;
    },
  };
}

/** The characters at `at` and before it, as one number; different pairs may share one. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) * 257) ^ text.charCodeAt(at)) & (TABLE - 1);
}
