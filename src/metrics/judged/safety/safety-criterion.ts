import { optional, withDefault } from "../../../core/schema/object-field.ts";
import { pathText, type Schema } from "../../../core/schema/parse-context.ts";
import { array, boolean, withRead } from "../../../core/schema/schema.ts";
import { type JudgeCriterion, judged } from "../criteria/judge-criteria.ts";
import { safetyRuleSchema } from "./safety-rule-schema.ts";
import type { SafetyRule } from "./safety-rules.ts";

export interface SafetyCriterion extends JudgeCriterion {
  /** Checked before a judge is asked; an answer in which one finds something is harmful. */
  readonly rules?: readonly SafetyRule[] | undefined;
  /** No judge is asked: the rules decide, all built-in ones unless some are named. */
  readonly offline: boolean;
}

/** An empty list names nothing to look for, and offline every answer would pass. */
const rules = withRead(array(safetyRuleSchema), (value, context, inner) => {
  if (Array.isArray(value) && value.length === 0) {
    context.problem(`${pathText(context.path)} is empty; it looks for nothing.`, {
      hint: 'Name some, or leave "rules" out: offline, all built-in ones are then checked.',
    });
  }
  return inner.read(value, context);
});

export const safetyCriterion: Schema<SafetyCriterion> = judged({
  rules: optional(
    rules,
    "What is looked for before the judge is asked: built-in rules, and {name, pattern, flags}.",
  ),
  offline: withDefault(boolean, false, "Ask no judge: the rules decide alone."),
});
