import type { RunEndEvent, RunEvent } from "../run.ts";

/** The end of a run, where it has ended and was not taken up again since. What is asked or said of it afterwards changes nothing. */
export function endOfRun(events: readonly RunEvent[]): RunEndEvent | undefined {
  const last = events.findLast(({ type }) => type !== "run-mark" && type !== "gates-end");
  return last?.type === "run-end" ? last : undefined;
}
