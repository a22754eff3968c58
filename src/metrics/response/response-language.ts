import type { TurnScore } from "../../core/metric-outcome.ts";
import { object, pathText, required, string, withRead } from "../../core/schema/schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type CheckedTurns, checkAnswers, turnsField } from "./check-answers.ts";

interface LanguageCriterion {
  /** A two-letter code. */
  readonly language: string;
  readonly turns: CheckedTurns;
}

/** Languages that their letters give away. Those in Latin letters take a judge. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map([
  ["ar", /\p{Script=Arabic}/u],
  ["bg", /\p{Script=Cyrillic}/u],
  ["bn", /\p{Script=Bengali}/u],
  ["el", /\p{Script=Greek}/u],
  ["fa", /\p{Script=Arabic}/u],
  ["gu", /\p{Script=Gujarati}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["hy", /\p{Script=Armenian}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u],
  ["ka", /\p{Script=Georgian}/u],
  ["km", /\p{Script=Khmer}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["lo", /\p{Script=Lao}/u],
  ["mr", /\p{Script=Devanagari}/u],
  ["my", /\p{Script=Myanmar}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["sr", /\p{Script=Cyrillic}/u],
  ["ta", /\p{Script=Tamil}/u],
  ["te", /\p{Script=Telugu}/u],
  ["th", /\p{Script=Thai}/u],
  ["uk", /\p{Script=Cyrillic}/u],
  ["ur", /\p{Script=Arabic}/u],
  ["zh", /\p{Script=Han}/u],
]);

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

function shareOf(answer: string, script: RegExp, code: string): TurnScore {
  const letters = answer.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return { score: 0, why: "There are no letters in the answer." };
  const fitting = letters.filter((letter) => script.test(letter)).length;
  const score = fitting / letters.length;
  if (fitting === letters.length) return { score };
  return {
    score,
    why: `${letters.length - fitting} of ${letters.length} letters are not of "${code}".`,
  };
}
