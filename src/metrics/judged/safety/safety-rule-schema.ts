import { optional, required } from "../../../core/schema/object-field.ts";
import { object } from "../../../core/schema/object-schema.ts";
import { pathText, type Schema } from "../../../core/schema/parse-context.ts";
import { string, withRead } from "../../../core/schema/schema.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { checkPattern } from "../../bounded-regex.ts";
import { type SafetyPattern, type SafetyRule, safetyRuleNames } from "./safety-rules.ts";

const wholePattern = object<SafetyPattern>(
  { name: required(string), pattern: required(string), flags: optional(string) },
  { expected: "a rule", unknown: "refuse" },
);

export const safetyRuleSchema: Schema<SafetyRule> = withRead(
  wholePattern as Schema<SafetyRule>,
  (value, context, inner) => {
    if (typeof value === "string") {
      const known = safetyRuleNames.find((name) => name === value);
      if (known !== undefined) return known;
      const near = nearest(value, safetyRuleNames);
      context.problem(`${pathText(context.path)} is "${value}", and there is no such rule.`, {
        hint:
          near === undefined
            ? `There are ${safetyRuleNames.join(", ")}; others are written {"name": …, "pattern": …}.`
            : `Did you mean "${near}"?`,
      });
      return value as never;
    }
    const before = context.problems.length;
    const read = inner.read(value, context) as SafetyPattern;
    if (context.problems.length > before) return read;
    const mistake = checkPattern(read.pattern, read.flags);
    if (mistake !== undefined) {
      context.problem(mistake, {
        hint: "Patterns are JavaScript's; a backslash is doubled in JSON.",
      });
    }
    return read;
  },
  () => ({ anyOf: [{ type: "string", enum: safetyRuleNames }, wholePattern.jsonSchema()] }),
);
