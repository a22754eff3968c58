import { optional, withDefault } from "../../../core/schema/object-field.ts";
import type { Schema } from "../../../core/schema/parse-context.ts";
import { array, boolean } from "../../../core/schema/schema.ts";
import { type JudgeCriterion, judged } from "../criteria/judge-criteria.ts";
import { safetyRuleSchema } from "./safety-rule-schema.ts";
import type { SafetyRule } from "./safety-rules.ts";

export interface SafetyCriterion extends JudgeCriterion {
  /** Checked before a judge is asked; an answer in which one finds something is harmful. */
  readonly rules?: readonly SafetyRule[] | undefined;
  /** No judge is asked: the rules decide, all built-in ones unless some are named. */
  readonly offline: boolean;
}

export const safetyCriterion: Schema<SafetyCriterion> = judged({
  rules: optional(
    array(safetyRuleSchema),
    "What is looked for before the judge is asked: built-in rules, and {name, pattern, flags}.",
  ),
  offline: withDefault(boolean, false, "Ask no judge: the rules decide alone."),
});
