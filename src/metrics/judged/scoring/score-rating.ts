import type { AskedInParts, JudgeQuestion, JudgeSample, Material } from "../../../core/judge.ts";
import type { TurnScore } from "../../../core/metric-outcome.ts";
import { exactMean } from "../../../core/numbers/mean.ts";
import type { Asking } from "../judged-by.ts";
import { answerSchema, type Fields, textField, textSchema } from "../prompts/answer-fields.ts";
import { judgeNotes, quoted } from "./judge-notes.ts";
import { quorumOf, whyUndecided } from "./majority-vote.ts";

/** A number on a scale, and why. */
interface Rating {
  readonly score: number;
  readonly rationale: string | undefined;
}

interface RatingAbout {
  readonly step: string;
  readonly turn: number;
  readonly promptVersion: number;
  readonly instructions: string;
  readonly material: readonly Material[];
  /** The worst and the best score there are; a number outside is no rating. */
  readonly worst: number;
  readonly best: number;
  readonly inParts?: AskedInParts<Rating> | undefined;
}

/** A question that is answered by a number. */
export interface RatingQuestion extends JudgeQuestion<Rating> {
  readonly best: number;
}

export function ratingQuestion({ worst, best, ...about }: RatingAbout): RatingQuestion {
  return {
    ...about,
    best,
    schema: answerSchema({ rationale: textSchema, score: { type: "number" } }),
    read(fields: Fields) {
      const { score } = fields;
      if (typeof score !== "number" || !(score >= worst && score <= best)) {
        return { problem: `"score" must be a number from ${worst} to ${best}.` };
      }
      return { verdict: { score, rationale: textField(fields, "rationale") } };
    },
  };
}

/** Asks for a number; the median of the samples counts, so that one odd sample moves nothing. */
export async function scoreRating(asking: Asking, question: RatingQuestion): Promise<TurnScore> {
  const samples = await asking.ask(question);
  const ratings = samples.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
  const score = ratings.length < quorumOf(samples.length) ? undefined : medianOf(ratings);
  const rationale = nearestTo(score, ratings)?.rationale;
  const details = {
    rationale,
    ratings: samples.map(({ verdict }: JudgeSample<Rating>) => verdict?.score ?? null),
    judge: judgeNotes(asking.judge, question, samples),
  };
  if (score === undefined) {
    return { score, ...whyUndecided(samples, ratings.length), details };
  }
  const why = score < question.best ? quoted(rationale).trim() : "";
  return { score, details, ...(why === "" ? {} : { why }) };
}

/** For a text that is rated in pieces: it is as bad as the worst of them. */
export function worstOf(title: string): AskedInParts<Rating> {
  return {
    title,
    combine: (ratings) =>
      ratings.reduce((worst, next) => (next.score < worst.score ? next : worst)),
  };
}

function medianOf(ratings: readonly Rating[]): number | undefined {
  const sorted = ratings.map(({ score }) => score).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return exactMean(sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle, middle + 1));
}

function nearestTo(score: number | undefined, ratings: readonly Rating[]): Rating | undefined {
  if (score === undefined) return undefined;
  const distance = (rating: Rating) => Math.abs(rating.score - score);
  return ratings.toSorted((a, b) => distance(a) - distance(b))[0];
}
