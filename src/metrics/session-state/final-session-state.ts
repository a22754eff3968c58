import { withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { enumOf } from "../../core/schema/schema.ts";
import { noReference } from "../asked-turns.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { stateDifferences } from "./state-differences.ts";

interface FinalStateCriterion {
  /** "subset": what is expected must be there; "exact": and nothing else. */
  readonly mode: "subset" | "exact";
}

/** Compares the session state after the conversation with the case's `final_session_state`. */
export const finalSessionState = builtInMetric({
  name: "final_session_state",
  description: "Whether the session state is as the case expects when the conversation is over.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["session state"],
  needs: ["final-state"],
  criterion: object<FinalStateCriterion>(
    {
      mode: withDefault(
        enumOf(["subset", "exact"]),
        "subset",
        "subset: other keys may be there; exact: nothing else.",
      ),
    },
    { expected: "a final_session_state criterion", unknown: "refuse" },
  ),
  create: ({ mode }, { name }) => {
    return ({ evalCase, finalState }) => {
      const expected = evalCase.finalSessionState;
      if (expected === undefined) {
        const detail = noReference(name, "final_session_state", "the case");
        return { kind: "not-evaluated", reason: "missing-reference", detail };
      }
      if (finalState === undefined) {
        const detail = `${name} needs the agent's session state, which this agent does not report.`;
        return { kind: "not-evaluated", reason: "unsupported", detail };
      }
      const differences = stateDifferences(expected, finalState, mode);
      if (differences.length === 0) return { kind: "scored", score: 1, perInvocation: [] };
      const why = `${differences.slice(0, MOST_SHOWN).join(" ")}${more(differences.length)}`;
      return { kind: "scored", score: 0, perInvocation: [], details: { differences }, why };
    };
  },
});

const MOST_SHOWN = 3;

function more(count: number): string {
  return count > MOST_SHOWN ? ` ${count - MOST_SHOWN} more differ.` : "";
}
