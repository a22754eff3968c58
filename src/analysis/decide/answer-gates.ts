import { evaluateGates } from "../gates/evaluate-gates.ts";
import type { EvaluateGatesRequest } from "../gates/gate-request.ts";
import { type DecidedGates, decideGates } from "./decide-gates.ts";

/** How a run stands to its gates, by how it was looked at: once at its end, or after every case. */
export function answerGates(request: EvaluateGatesRequest): DecidedGates {
  const { decide } = request.run.about;
  // the estimate itself is not an interval, and cannot be looked at too often
  if (decide === undefined || request.gates.by === "point") {
    return { gates: evaluateGates(request) };
  }
  return decideGates({ ...request, seed: decide.seed });
}
