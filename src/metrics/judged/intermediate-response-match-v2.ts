import type { TurnScore } from "../../core/metric-outcome.ts";
import { naiveMean } from "../../core/numbers/mean.ts";
import { withoutReference } from "../asked-turns.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { nothingExpected, SILENT, saysWhatIsSaid, textByAuthor } from "../intermediate-text.ts";
import type { TurnPair } from "../pair-turns.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { type Asking, judgedBy } from "./judged-by.ts";
import { finalResponseMatchQuestion } from "./prompts/final-response-match-prompt.ts";
import { userText } from "./prompts/turn-material.ts";
import { judgePairs } from "./scoring/judge-pairs.ts";
import { scoreValid } from "./scoring/score-valid.ts";

const FIELD = "intermediate_responses";

/** A judge says, author by author, whether what was said on the way means the same as what was expected. */
export const intermediateResponseMatchV2 = builtInMetric({
  name: "intermediate_response_match_v2",
  description: "A judge says whether each agent said on the way what was expected of it.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["user messages", "words on the way"],
  needs: ["expected-conversation", "judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(judgePairs(FIELD, matchAuthors)),
});

/** Every expected author counts the same. One without a verdict leaves the turn without a score: half of it is no answer. */
async function matchAuthors(asking: Asking, pair: TurnPair, turn: number): Promise<TurnScore> {
  const { actual, expected } = pair;
  if (!saysWhatIsSaid(expected)) return withoutReference(asking.name, FIELD);
  const wanted = textByAuthor(expected);
  const said = textByAuthor(actual);
  if (wanted.size === 0) return nothingExpected(said);
  const scores = await Promise.all(
    [...wanted].map(async ([author, reference]) => {
      const answer = said.get(author);
      if (answer === undefined) return { author, score: 0, why: SILENT };
      const step = `${asking.name} ${author}`;
      const user = userText(expected);
      const question = finalResponseMatchQuestion({ step, turn, user, reference, answer });
      return { author, ...(await scoreValid(asking, question)) };
    }),
  );
  const details = { byAuthor: scores.map(({ author, score }) => ({ author, score })) };
  const open = scores.find(({ score }) => score === undefined);
  if (open !== undefined) return { ...open, details };
  const why = scores.flatMap((each) =>
    each.why === undefined ? [] : `${each.author}: ${each.why}`,
  );
  const score = naiveMean(scores.map((each) => each.score ?? 0));
  return { score, details, why: why.length === 0 ? undefined : why.join(" ") };
}
