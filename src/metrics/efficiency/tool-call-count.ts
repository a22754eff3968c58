import { countToolCalls } from "../../core/invocation.ts";
import { meanOfKnown } from "../mean-of-known.ts";
import { efficiencyMetric } from "./efficiency-metric.ts";

/** ADK's `tool_call_count_v1`. */
export const toolCallCount = efficiencyMetric({
  name: "tool_call_count_v1",
  description: "Tool calls per turn.",
  reads: ["tool calls"],
  reported: "tool calls",
  ofTurn: (turn) => ({ score: countToolCalls(turn) }),
  overall: (turns) => ({ score: meanOfKnown(turns.map((turn) => turn.score)) }),
});
