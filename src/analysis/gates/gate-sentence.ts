import type { RunGates } from "../../core/analysis/gate.ts";
import type { GateResult } from "../../statistics/gates/comparison.ts";
import type { Gate } from "./parse-gate.ts";

/** What a gate asked and what was found, for somebody who reads nothing else. */
export function gateSentence(gate: Gate, result: GateResult, by: RunGates["by"]): string {
  const { outcome, estimate, bound, needed } = result;
  if (estimate === null) return "Nothing was evaluated that it could be told from.";
  const found = `${nounOf(gate)} is ${shown(gate, estimate)}`;
  if (by === "point") return `${found}${aside(gate, bound)}.`;
  if (gate.figure.kind === "cost") {
    return outcome === "undecided" ? `${found} so far, and not all of it is known.` : `${found}.`;
  }
  const sure =
    bound === null
      ? ""
      : `, and with 95 % confidence ${limit(gate, outcome)} ${shown(gate, bound)}`;
  if (outcome !== "undecided") return `${found}${sure}.`;
  const more =
    needed === null || needed === undefined
      ? "No number of cases like these would decide it."
      : `About ${needed} cases would decide it, if the others are like these.`;
  return `${found}${sure}: too close to tell. ${more}`;
}

/** The bound that stands beside an estimate that decided alone. */
function aside(gate: Gate, bound: number | null): string {
  if (bound === null || gate.figure.kind === "cost") return "";
  return `; by the bound, which is not asked, ${limit(gate, "met")} ${shown(gate, bound)}`;
}

function nounOf({ figure }: Gate): string {
  switch (figure.kind) {
    case "pass-rate":
      return "The pass rate";
    case "agent-pass-rate":
      return "The pass rate without what was not the agent's doing";
    case "metric":
      return `The mean of ${figure.metric}`;
    case "pass-hat":
      return `pass^${figure.k}`;
    case "cost":
      return "The cost";
    case "latency":
      return `The ${Number((figure.share * 100).toFixed(4))}th percentile of latency`;
    case "no-worse":
      return figure.metric === undefined
        ? "The difference of the pass rates"
        : `The difference of ${figure.metric}`;
  }
}

/** Which side the bound holds. */
function limit(gate: Gate, outcome: GateResult["outcome"]): string {
  const floor = !("operator" in gate) || gate.operator.startsWith(">");
  return floor === (outcome !== "not-met") ? "at least" : "at most";
}

function shown(gate: Gate, value: number): string {
  if (gate.figure.kind === "cost") return `$${Number(value.toPrecision(3))}`;
  if (gate.figure.kind === "latency") return `${Number(value.toPrecision(3))} s`;
  const text = value.toFixed(3);
  return gate.figure.kind === "no-worse" && value > 0 ? `+${text}` : text.replace("-", "−");
}
