import type { TurnScore } from "../../core/metric-outcome.ts";
import { required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { ParseContext, Schema } from "../../core/schema/parse-context.ts";
import { string, withRead } from "../../core/schema/schema.ts";
import { boundedRegex, checkPattern } from "../bounded-regex.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type CheckedTurns, checkAnswers, turnsField } from "./check-answers.ts";

interface RegexCriterion {
  readonly pattern: string;
  /** JavaScript's letters: i, m, s, u, v. */
  readonly flags: string;
  readonly turns: CheckedTurns;
}

const fields: Schema<RegexCriterion> = object<RegexCriterion>(
  {
    pattern: required(string, "Written as in JavaScript; a backslash is doubled in JSON."),
    flags: withDefault(string, "", "Flags of the expression, such as i."),
    turns: turnsField,
  },
  { expected: "a response_regex criterion", unknown: "refuse" },
);

/** Whether a regular expression is found in the answer. */
export const responseRegex = builtInMetric({
  name: "response_regex",
  description: "Whether the answer matches a regular expression.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["final answers"],
  needs: [],
  criterion: withRead(fields, (value, context, inner) => {
    const problemsBefore = context.problems.length;
    const criterion = inner.read(value, context);
    if (context.problems.length === problemsBefore) checkUsable(criterion, context);
    return criterion;
  }),
  create: ({ pattern, flags, turns }, { name }) => {
    const regex = boundedRegex(pattern, flags);
    const check = (answer: string): TurnScore => {
      const found = regex.test(answer);
      if (found === true) return { score: 1 };
      if (found === false) return { score: 0, why: `The answer does not match ${pattern}.` };
      const why = `${name}: the pattern ${pattern} took too long on an answer of ${answer.length} characters.`;
      return { score: undefined, reason: "metric-error", why };
    };
    return (input) => checkAnswers(input, { name, turns, check });
  },
});

function checkUsable({ pattern, flags }: RegexCriterion, context: ParseContext): void {
  const mistake =
    pattern === ""
      ? "The pattern is empty; every answer matches it."
      : checkPattern(pattern, flags);
  if (mistake === undefined) return;
  context.path.push("pattern");
  context.problem(mistake, {
    hint: 'Patterns are JavaScript\'s. In JSON a backslash is written twice; flags stand under "flags".',
  });
  context.path.pop();
}
