import type { Invocation } from "../../core/invocation.ts";
import { roundToThousandths } from "../../core/numbers/mean.ts";
import { meanOfKnown } from "../mean-of-known.ts";
import { efficiencyMetric } from "./efficiency-metric.ts";

/** Where the seconds of a turn went; undefined where nobody measured. */
export interface DurationDetails {
  readonly totalSeconds: number | undefined;
  readonly modelSeconds: number | undefined;
  readonly toolSeconds: number | undefined;
  readonly frameworkSeconds: number | undefined;
}

/** ADK's `invocation_duration_v1`. A turn's seconds stand as they are; the means over turns are rounded. */
export const invocationDuration = efficiencyMetric({
  name: "invocation_duration_v1",
  description: "Seconds per turn, and how many of them models and tools took.",
  reads: ["times"],
  reported: "durations",
  ofTurn: (turn) => figure(secondsOf(turn)),
  overall(turns) {
    const each = turns.map((turn) => turn.details?.durationDetails as DurationDetails);
    return figure({
      totalSeconds: roundedMean(each.map((turn) => turn.totalSeconds)),
      modelSeconds: roundedMean(each.map((turn) => turn.modelSeconds)),
      toolSeconds: roundedMean(each.map((turn) => turn.toolSeconds)),
      frameworkSeconds: roundedMean(each.map((turn) => turn.frameworkSeconds)),
    });
  },
});

/** Parts without a total say nothing. */
function secondsOf({ duration, modelDuration, toolDuration }: Invocation): DurationDetails {
  if (duration === undefined) return UNKNOWN;
  const known = modelDuration !== undefined && toolDuration !== undefined;
  return {
    totalSeconds: duration,
    modelSeconds: modelDuration,
    toolSeconds: toolDuration,
    frameworkSeconds: known
      ? roundToThousandths(Math.max(duration - modelDuration - toolDuration, 0))
      : undefined,
  };
}

const UNKNOWN: DurationDetails = {
  totalSeconds: undefined,
  modelSeconds: undefined,
  toolSeconds: undefined,
  frameworkSeconds: undefined,
};

function roundedMean(values: readonly (number | undefined)[]): number | undefined {
  const mean = meanOfKnown(values);
  return mean === undefined ? undefined : roundToThousandths(mean);
}

function figure(seconds: DurationDetails) {
  return { score: seconds.totalSeconds, details: { durationDetails: seconds } };
}
