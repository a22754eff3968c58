import { type Invocation, isRecorded } from "../../core/invocation.ts";
import { meanOfKnown } from "../mean-of-known.ts";
import { efficiencyMetric } from "./efficiency-metric.ts";

/** ADK's `inference_call_count_v1`. */
export const inferenceCallCount = efficiencyMetric({
  name: "inference_call_count_v1",
  description: "Model calls per turn, where the agent records them.",
  reads: ["model calls"],
  reported: "model calls",
  ofTurn: (turn) => ({ score: modelCallsOf(turn) }),
  overall: (turns) => ({ score: meanOfKnown(turns.map((turn) => turn.score)) }),
  // an agent that reports no call at all may have made any number of them
  isReported: (turns) => turns.some(({ score = 0 }) => score > 0),
});

/** Events that carry usage or a model's version, even empty ones; unknown unless events were recorded. */
export function modelCallsOf({ intermediateData }: Invocation): number | undefined {
  if (!isRecorded(intermediateData)) return undefined;
  let count = 0;
  for (const { usageMetadata, modelVersion } of intermediateData.invocationEvents) {
    if (usageMetadata !== undefined || modelVersion !== undefined) count += 1;
  }
  return count;
}
