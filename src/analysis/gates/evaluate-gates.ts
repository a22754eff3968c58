import type { GateResult, RunGates } from "../../core/analysis/gate.ts";
import type { GateResult as Decided } from "../../statistics/gates/comparison.ts";
import type { EvaluateGatesRequest } from "./gate-request.ts";
import { gateSentence } from "./gate-sentence.ts";
import { measureGate } from "./measure-gate.ts";
import { type Gate, parseGate } from "./parse-gate.ts";

/** How a run stands to its gates. */
export function evaluateGates(request: EvaluateGatesRequest): readonly GateResult[] {
  return request.gates.conditions.map((text) => {
    const gate = parseGate(text);
    return told(gate, measureGate(gate, request), request.gates.by);
  });
}

function told(gate: Gate, decided: Decided, by: RunGates["by"]): GateResult {
  const { outcome, estimate, bound, needed } = decided;
  return {
    gate: gate.text,
    outcome,
    estimate,
    bound,
    ...(outcome === "undecided" ? { needed } : {}),
    why: gateSentence(gate, decided, by),
  };
}
