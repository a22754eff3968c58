import { isCostCeiling } from "../../analysis/decide/early-decision.ts";
import { sequentialGate } from "../../analysis/decide/sequential-gate.ts";
import { rangeOf } from "../../analysis/gates/gated-values.ts";
import { type Gate, parseGate } from "../../analysis/gates/parse-gate.ts";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { PreparedRun } from "../plan/prepared-run.ts";

/** Whether a run can end as soon as its gates are decided. Gives what is worth knowing before it is paid for. */
export function checkDecide({
  about,
  sets,
}: Pick<PreparedRun, "about" | "sets">): readonly string[] {
  if (!isGated(about)) {
    throw new UserFacingError(
      "cli/usage",
      "--decide needs a gate: without one nothing is decided.",
      {
        hint: 'Say what the run is to reach:  --gate "pass-rate > 0.9"',
      },
    );
  }
  if (about.gates?.by === "point") {
    throw new UserFacingError(
      "cli/usage",
      "--decide and --gate_by point do not go together: an estimate is never sure, however many cases it is of.",
      { hint: "Leave out one of them." },
    );
  }
  if (sets.some(({ source }) => source.mentions().clusters !== undefined)) {
    return [
      "Cases that belong together (assay.cluster) are not independent, so the run is only decided at its end.",
    ];
  }
  const gates = (about.gates?.conditions ?? []).map(parseGate);
  const isAlone = gates.length === 1;
  return gates
    .filter((gate) => isToldAtTheEnd(gate, about))
    .map(({ text }) =>
      isAlone
        ? `The gate "${text}" can only be told at the end, so the run does not end early.`
        : `The gate "${text}" can only be told at the end, so the run ends early only when another one is not met.`,
    );
}

/** What is spent can be told on the way, and what a baseline has is known when the run begins. */
function isToldAtTheEnd(gate: Gate, { sets }: RunInfo): boolean {
  if (isCostCeiling(gate)) return false;
  const settings = sets.flatMap(({ config }) => config.metrics);
  if (!("operator" in gate)) {
    const metric = settings.find(({ name }) => name === gate.figure.metric);
    return metric !== undefined && rangeOf(metric) === null;
  }
  const metrics = settings.map((metric) => ({ ...metric, informational: false }));
  return sequentialGate(gate, { run: { metrics } }) === null;
}
