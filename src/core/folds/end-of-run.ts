import type { RunEndEvent, RunEvent } from "../run.ts";

/** The end of a run, where it has ended and was not taken up again since. What people say of it afterwards changes nothing. */
export function endOfRun(events: readonly RunEvent[]): RunEndEvent | undefined {
  const last = events.findLast((event) => event.type !== "run-mark");
  return last?.type === "run-end" ? last : undefined;
}
