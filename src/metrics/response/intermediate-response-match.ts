import type { TurnScore } from "../../core/metric-outcome.ts";
import { naiveMean } from "../../core/numbers/mean.ts";
import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { nothingExpected, SILENT, saysWhatIsSaid, textByAuthor } from "../intermediate-text.ts";
import type { TurnPair } from "../pair-turns.ts";
import { scoreComparedTurns } from "../score-compared-turns.ts";
import { explainWords } from "./explain-words.ts";
import { rouge1 } from "./rouge.ts";

/** Compares what each agent said on the way with the authored `intermediate_responses`, author by author. */
export const intermediateResponseMatch = builtInMetric({
  name: "intermediate_response_match",
  description: "How far each agent said on the way what was expected of it (ROUGE-1 F by author).",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["words on the way"],
  needs: ["expected-conversation"],
  criterion: object<object>(
    {},
    { expected: "an intermediate_response_match criterion", unknown: "refuse" },
  ),
  create(_criterion, { name, threshold }) {
    const compare = (pair: TurnPair) => matchAuthors(pair, threshold ?? 1);
    return (input) => scoreComparedTurns(input, { name, field: "intermediate_responses", compare });
  },
});

/** Every expected author counts the same; what nobody expected to be said is not counted. */
function matchAuthors({ actual, expected }: TurnPair, threshold: number): TurnScore | undefined {
  if (!saysWhatIsSaid(expected)) return undefined;
  const wanted = textByAuthor(expected);
  const said = textByAuthor(actual);
  if (wanted.size === 0) return nothingExpected(said);
  const scores = [...wanted].map(([author, reference]) => {
    const candidate = said.get(author);
    if (candidate === undefined) return { author, score: 0, why: SILENT };
    const score = rouge1(reference, candidate).fmeasure;
    const why = score < threshold ? explainWords(reference, candidate) : undefined;
    return { author, score, why };
  });
  const score = naiveMean(scores.map((each) => each.score));
  const details = { byAuthor: scores.map(({ author, score }) => ({ author, score })) };
  const why = scores.flatMap((each) =>
    each.why === undefined ? [] : `${each.author}: ${each.why}`,
  );
  return { score, details, why: why.length === 0 ? undefined : why.join(" ") };
}
