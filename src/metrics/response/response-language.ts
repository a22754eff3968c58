import { required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { pathText } from "../../core/schema/parse-context.ts";
import { string, withRead } from "../../core/schema/schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type CheckedTurns, checkAnswers, turnsField } from "./check-answers.ts";
import { SCRIPTS, shareOf } from "./scripts.ts";

interface LanguageCriterion {
  /** A two-letter code. */
  readonly language: string;
  readonly turns: CheckedTurns;
}

const language = withRead(string, (value, context, inner) => {
  const code = inner.read(value, context);
  if (typeof code === "string" && !SCRIPTS.has(code)) {
    context.problem(
      `${pathText(context.path)} is ${JSON.stringify(code)}, a language that cannot be recognised by its letters.`,
      {
        hint: `These can: ${[...SCRIPTS.keys()].join(", ")}. Ask a judge with a rubric for others.`,
      },
    );
  }
  return code;
});

/** Whether the answer is written in the letters of a language. */
export const responseLanguage = builtInMetric({
  name: "response_language",
  description: "The share of the answer's letters that belong to the script of a language.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["final answers"],
  needs: [],
  criterion: object<LanguageCriterion>(
    {
      language: required(language, "A language with letters of its own, by its code: ja, ru, ar …"),
      turns: turnsField,
    },
    { expected: "a response_language criterion", unknown: "refuse" },
  ),
  create: (criterion, { name }) => {
    const script = SCRIPTS.get(criterion.language) ?? /\p{L}/u;
    const check = (answer: string) => shareOf(answer, script, criterion.language);
    return (input) => checkAnswers(input, { name, turns: criterion.turns, check });
  },
});
