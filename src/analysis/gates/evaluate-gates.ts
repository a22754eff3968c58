import type { GateResult, RunGates } from "../../core/analysis/gate.ts";
import type { EvaluateGatesRequest, MeasuredGate } from "./gate-request.ts";
import { gateSentence } from "./gate-sentence.ts";
import { measureGate } from "./measure-gate.ts";
import { type Gate, parseGate } from "./parse-gate.ts";

/** How a run stands to its gates. */
export function evaluateGates(request: EvaluateGatesRequest): readonly GateResult[] {
  return request.gates.conditions.map((text) => {
    const gate = parseGate(text);
    return toldGate(gate, measureGate(gate, request), request.gates.by);
  });
}

/** What was found, in the form that is journaled, with a sentence for the reader and one more where there is one. */
export function toldGate(
  gate: Gate,
  measured: MeasuredGate,
  by: RunGates["by"],
  more = "",
): GateResult {
  const { outcome, estimate, bound, needed, excused } = measured;
  return {
    gate: gate.text,
    outcome,
    estimate,
    bound,
    ...(outcome === "undecided" ? { needed } : {}),
    ...(excused === undefined ? {} : { excused }),
    why: `${gateSentence(gate, measured, by)} ${more}`.trimEnd(),
  };
}
