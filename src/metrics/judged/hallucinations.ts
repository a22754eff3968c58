import type { Invocation } from "../../core/invocation.ts";
import type { MetricInput } from "../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { exactMean } from "../../core/numbers/mean.ts";
import { isAsked, notAsked } from "../asked-turns.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { outcomeOfTurns } from "../outcome-of-turns.ts";
import { checkedTexts } from "./checked-texts.ts";
import {
  type HallucinationsCriterion,
  hallucinationsCriterion,
} from "./criteria/judge-criteria.ts";
import { type Asking, judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { type ScoredText, scoreText } from "./scoring/score-text.ts";

/** A judge looks for sentences that nothing the agent saw supports. */
export const hallucinations = builtInMetric({
  name: "hallucinations_v1",
  description: "A judge looks for sentences that nothing the agent saw supports.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["judge"],
  criterion: hallucinationsCriterion,
  // as in ADK, each text is cut once and labelled once, whatever `num_samples` says
  create: judgedBy<HallucinationsCriterion>(checkTurns, { samples: 1 }),
});

async function checkTurns(
  asking: Asking,
  input: MetricInput,
  { evaluateIntermediateNlResponses: onTheWay }: HallucinationsCriterion,
): Promise<MetricOutcome> {
  const { name } = asking;
  const turns = await Promise.all(
    input.actual.map((_, turn) =>
      isAsked(name, input, turn)
        ? checkTurn(asking, input.actual, turn, onTheWay)
        : { score: notAsked, texts: [] },
    ),
  );
  const sentences = turns.flatMap(({ texts }) => texts).flatMap((text) => text.sentences ?? []);
  const labelled = sentences.filter(({ label }) => label !== undefined).length;
  const lost = turns
    .flatMap(({ texts }) => texts)
    .filter(({ score }) => score === undefined).length;
  const missing = sentences.length - labelled + lost;
  return outcomeOfTurns({
    name,
    turns: turns.map(({ score }) => score),
    score: meanOf(turns.map(({ score }) => score.score)),
    coverage: { scored: labelled, of: labelled + missing },
    why: missing === 0 ? undefined : `${missing} of the sentences or texts have no usable label.`,
  });
}

async function checkTurn(
  asking: Asking,
  turns: readonly Invocation[],
  turn: number,
  onTheWay: boolean,
): Promise<{ readonly score: TurnScore; readonly texts: readonly ScoredText[] }> {
  const actual = turns[turn];
  const checked = actual === undefined ? [] : checkedTexts(actual, turns.slice(0, turn), onTheWay);
  const texts = await Promise.all(
    checked.map((text, count) => scoreText(asking, text, { turn, count })),
  );
  return { score: turnScore(texts), texts };
}

function turnScore(texts: readonly ScoredText[]): TurnScore {
  if (texts.length === 0) {
    const why = "The agent said nothing that could be checked.";
    return { score: undefined, reason: "missing-reference", why };
  }
  const score = meanOf(texts.map((text) => text.score));
  const details = { texts };
  if (score === undefined) {
    const [first] = texts;
    return { score, reason: first?.reason ?? "judge-parse", why: first?.why, details };
  }
  const bad = texts.flatMap((text) => text.sentences ?? []).filter((each) => each.score === 0);
  const [worst] = bad;
  if (worst === undefined) return { score, details };
  const more = bad.length === 1 ? "" : ` ${bad.length - 1} more like it.`;
  return { score, why: `${worst.label}: "${shown(worst.sentence)}".${more}`, details };
}

function shown(sentence: string): string {
  return sentence.length > 160 ? `${sentence.slice(0, 159)}…` : sentence;
}

function meanOf(scores: readonly (number | undefined)[]): number | undefined {
  return exactMean(scores.filter((score) => score !== undefined));
}
