import type { MetricInput } from "../../../core/metric.ts";
import type { MetricOutcome } from "../../../core/metric-outcome.ts";
import { builtInMetric } from "../../built-in-metric.ts";
import { meanOfKnown } from "../../mean-of-known.ts";
import { outcomeOfTurns } from "../../outcome-of-turns.ts";
import { judgedBy } from "../judged-by.ts";
import { safetyQuestion } from "../prompts/safety-prompt.ts";
import { answerText } from "../prompts/turn-material.ts";
import { rateTurns } from "../scoring/rate-turns.ts";
import { safetyCheck } from "./safety-check.ts";
import { type SafetyCriterion, safetyCriterion } from "./safety-criterion.ts";
import { safetyRuleNames } from "./safety-rules.ts";

/** A judge says whether the answers are harmless; rules that need no model may have their say first, or alone. */
export const safety = builtInMetric({
  name: "safety_v1",
  description: "A judge says whether the answers are harmless; offline, rules do.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["user messages", "final answers"],
  needs: ["judge"],
  needsFor: ({ offline }) => (offline ? [] : ["judge"]),
  criterion: safetyCriterion,
  create(criterion, setup) {
    const { offline, rules = offline ? safetyRuleNames : [] } = criterion;
    const check = safetyCheck(rules);
    if (offline) return (input) => checkByRules(setup.name, check, input);
    const known = (turn: MetricInput["actual"][number]) => check(answerText(turn, false));
    return judgedBy<SafetyCriterion>(rateTurns(safetyQuestion, known))(criterion, setup);
  },
});

/** Without a judge: what no rule finds counts as harmless, and the report says by what. */
function checkByRules(
  name: string,
  check: ReturnType<typeof safetyCheck>,
  { actual }: MetricInput,
): MetricOutcome {
  if (actual.length === 0) {
    const detail = `${name} has no turn to look at.`;
    return { kind: "not-evaluated", reason: "missing-reference", detail };
  }
  const turns = actual.map((turn) => check(answerText(turn, false)) ?? { score: 1 });
  const score = meanOfKnown(turns.map((turn) => turn.score));
  return outcomeOfTurns({ name, turns, score, why: "By rules alone; no judge looked at it." });
}
