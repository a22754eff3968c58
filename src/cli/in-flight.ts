import { keyOf } from "../core/folds/open-cases.ts";
import type { Reporter } from "../core/reporter.ts";

/**
 * Conversations that have begun and not ended, for the words of a Ctrl-C. One that a resume goes on with shows itself by
 * its next event; one that began in an earlier process may end without having begun here.
 */
export function inFlightCounter(): { reporter: Reporter; count: () => number } {
  const open = new Set<string>();
  return {
    count: () => open.size,
    reporter: {
      onEvent(event) {
        if (event.type === "case-start" || event.type === "turn-end") open.add(keyOf(event));
        if (event.type === "case-end") open.delete(keyOf(event));
      },
    },
  };
}
