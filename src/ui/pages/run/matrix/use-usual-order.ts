import { useRef } from "react";
import type { Run } from "../use-run.ts";

/**
 * Failures first for a run that is over. Of one that goes on, rows stay where they are, also when it ends before the reader's
 * eyes: the order changes only when the reader asks.
 */
export function useUsualOrder({ runId, state }: Run): "plan" | "status" {
  const first = useRef<{ readonly runId: string; readonly order: "plan" | "status" }>(undefined);
  if (first.current?.runId !== runId) {
    first.current = { runId, order: state === "running" ? "plan" : "status" };
  }
  return first.current.order;
}
