import type { CaseEndEvent, MetricResult } from "../run.ts";

/** As much of an ended conversation as numbers are made of, without its texts. */
export interface CaseEndFigures
  extends Pick<
    CaseEndEvent,
    "evalSetId" | "evalId" | "trial" | "index" | "status" | "reason" | "cluster" | "duration"
  > {
  readonly metrics: readonly Pick<
    MetricResult,
    "name" | "status" | "direction" | "threshold" | "score"
  >[];
}
