import type { JudgeQuestion, JudgeSample } from "../../../core/judge.ts";
import type { TurnScore } from "../../../core/metric-outcome.ts";
import type { Asking } from "../judged-by.ts";
import { type ValidVerdict, votesOf, whyUnused } from "../prompts/valid-question.ts";
import { judgeNotes, quoted } from "./judge-notes.ts";
import { majorityVote, type Vote, whyUndecided } from "./majority-vote.ts";

/** Asks a question whose answer is valid or invalid, and makes a turn's score of the votes. */
export async function scoreValid(
  asking: Asking,
  question: JudgeQuestion<ValidVerdict>,
): Promise<TurnScore> {
  const samples = await asking.ask(question);
  const votes = votesOf(samples);
  const vote = majorityVote(votes);
  const rationale = rationaleOf(samples, votes, vote);
  const { yes: valid, no: invalid, unusable, split } = vote;
  const fault = majorityVote(samples.map(({ verdict }) => verdict?.agentAtFault)).score;
  const details = {
    rationale,
    ...(fault === undefined ? {} : { agentAtFault: fault === 1 }),
    votes: { valid, invalid, unusable, split },
    judge: judgeNotes(asking.judge, question, samples),
  };
  if (vote.score === undefined) {
    return {
      score: undefined,
      ...whyUndecided(samples, valid + invalid, whyUnused(samples)),
      details,
    };
  }
  if (vote.score === 1) return { score: 1, details };
  return { score: 0, why: `${tally(vote)}${quoted(rationale)}`, details };
}

function tally({ yes, no, split }: Vote): string {
  if (split) return `The votes were split, ${yes} to ${no}, which counts as invalid.`;
  return `${no} of ${yes + no} votes say invalid.`;
}

/** The words of the first sample that voted as the majority did. */
function rationaleOf(
  samples: readonly JudgeSample<ValidVerdict>[],
  votes: readonly (boolean | undefined)[],
  { score }: Vote,
): string | undefined {
  if (score === undefined) return undefined;
  return samples[votes.indexOf(score === 1)]?.verdict?.rationale;
}
