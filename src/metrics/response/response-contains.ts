import type { TurnScore } from "../../core/metric-outcome.ts";
import { required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { pathText } from "../../core/schema/parse-context.ts";
import { array, boolean, string, withRead } from "../../core/schema/schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type CheckedTurns, checkAnswers, turnsField } from "./check-answers.ts";

interface ContainsCriterion {
  readonly texts: readonly string[];
  /** One of the texts is enough. */
  readonly any: boolean;
  readonly ignoreCase: boolean;
  readonly turns: CheckedTurns;
}

/** A text by itself is a list of one; an empty list or text would be found in every answer. */
const texts = withRead(array(string), (value, context, inner) => {
  const read = inner.read(typeof value === "string" ? [value] : value, context);
  if (Array.isArray(read) && (read.length === 0 || read.includes(""))) {
    context.problem(`${pathText(context.path)} is empty; every answer would contain it.`, {
      hint: 'Write the texts that an answer must contain: "texts": ["17 °C"].',
    });
  }
  return read;
});

/** Whether certain texts stand in the answer. */
export const responseContains = builtInMetric({
  name: "response_contains",
  description: "The share of the given texts that the answer contains.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["final answers"],
  needs: [],
  criterion: object<ContainsCriterion>(
    {
      texts: required(texts, "What the answer must contain."),
      any: withDefault(boolean, false, "One of the texts is enough."),
      ignoreCase: withDefault(boolean, false, "Small and capital letters are the same."),
      turns: turnsField,
    },
    { expected: "a response_contains criterion", unknown: "refuse" },
  ),
  create: (criterion, { name }) => {
    const check = (answer: string) => findTexts(answer, criterion);
    return (input) => checkAnswers(input, { name, turns: criterion.turns, check });
  },
});

function findTexts(
  answer: string,
  { texts: wanted, any, ignoreCase }: ContainsCriterion,
): TurnScore {
  const fold = (value: string) => (ignoreCase ? value.toLowerCase() : value);
  const folded = fold(answer);
  const missing = wanted.filter((each) => !folded.includes(fold(each)));
  const found = wanted.length - missing.length;
  if (missing.length === 0 || (any && found > 0)) return { score: 1 };
  const listed = missing.map((each) => JSON.stringify(each)).join(", ");
  return {
    score: any ? 0 : found / wanted.length,
    why: answer === "" ? "There is no text in the answer." : `The answer lacks ${listed}.`,
  };
}
