import type { Reporter } from "../core/reporter.ts";

/** Conversations that have begun and not ended, for the words of a Ctrl-C. */
export function inFlightCounter(): { reporter: Reporter; count: () => number } {
  let count = 0;
  return {
    count: () => count,
    reporter: {
      onEvent({ type }) {
        if (type === "case-start") count += 1;
        if (type === "case-end") count -= 1;
      },
    },
  };
}
