import { parseGate } from "../../analysis/gates/parse-gate.ts";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import { UserFacingError } from "../../core/errors.ts";
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
  const late = (about.gates?.conditions ?? [])
    .map(parseGate)
    .filter(({ figure }) => ["latency", "agent-pass-rate"].includes(figure.kind));
  return late.map(
    ({ text }) =>
      `The gate "${text}" can only be told at the end, so the run ends early only when another one is not met.`,
  );
}
