import type { JudgeQuestion, JudgeSample } from "../../../core/judge.ts";
import type { TurnScore } from "../../../core/metric-outcome.ts";
import { exactMean } from "../../../core/numbers/mean.ts";
import type { Rubric } from "../../../core/rubric.ts";
import type { ReasonCode } from "../../../core/verdict.ts";
import type { Asking } from "../judged-by.ts";
import type { RubricReply, RubricVote } from "../prompts/rubric-question.ts";
import { judgeNotes, quoted } from "./judge-notes.ts";
import { majorityVote, type Vote, whyUndecided } from "./majority-vote.ts";

/** A rubric's verdict for a turn, under ADK's names, and how it came about. */
export interface RubricScore {
  readonly rubricId: string;
  /** Undefined: too few samples said yes or no. */
  readonly score: number | undefined;
  readonly rationale?: string | undefined;
  readonly votes?: Omit<Vote, "score"> | undefined;
}

export interface ScoredRubrics {
  readonly turn: TurnScore;
  /** In the order the replies first name them. */
  readonly rubrics: readonly RubricScore[];
  /** Those that were asked about and have no score. */
  readonly undecided: readonly Rubric[];
}

/** Asks about rubrics and lets the samples vote on each of them. */
export async function scoreRubrics(
  asking: Asking,
  asked: readonly Rubric[],
  question: JudgeQuestion<RubricReply>,
): Promise<ScoredRubrics> {
  const samples = await asking.ask(question);
  const rubrics = [...votesById(samples)].map(([id, votes]) => rubricScore(id, votes));
  const known = rubrics.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const open = asked.filter(
    ({ rubricId: id }) => rubrics.find(({ rubricId }) => rubricId === id)?.score === undefined,
  );
  const undecided = open.map(({ rubricId }) => rubricId);
  const unasked = [...new Set(samples.flatMap(({ verdict }) => verdict?.unasked ?? []))];
  const details = {
    rubricScores: rubrics,
    ...(undecided.length === 0 ? {} : { undecided }),
    ...(unasked.length === 0 ? {} : { unaskedRubrics: unasked }),
    judge: judgeNotes(asking.judge, question, samples),
  };
  const score = exactMean(known);
  if (score === undefined) {
    return { turn: { score, ...whyNone(samples), details }, rubrics, undecided: open };
  }
  return { turn: { score, why: whyLow(rubrics, asked), details }, rubrics, undecided: open };
}

/** One place for each sample, so that a rubric a sample leaves out has a place without a vote. */
function votesById(
  samples: readonly JudgeSample<RubricReply>[],
): ReadonlyMap<string, readonly (RubricVote | undefined)[]> {
  const byId = new Map<string, (RubricVote | undefined)[]>();
  for (const [place, { verdict }] of samples.entries()) {
    for (const vote of verdict?.votes ?? []) {
      const votes = byId.get(vote.rubricId) ?? new Array(samples.length).fill(undefined);
      votes[place] = vote;
      byId.set(vote.rubricId, votes);
    }
  }
  return byId;
}

function rubricScore(rubricId: string, votes: readonly (RubricVote | undefined)[]): RubricScore {
  const { score, ...counts } = majorityVote(votes.map((each) => each?.vote));
  const decisive =
    score === undefined ? votes.find(Boolean) : votes.find((each) => each?.vote === (score === 1));
  return { rubricId, score, rationale: decisive?.rationale, votes: counts };
}

function whyNone(samples: readonly JudgeSample<RubricReply>[]): {
  readonly reason: ReasonCode;
  readonly why: string;
} {
  const said = samples.flatMap(({ verdict }) => verdict?.votes ?? []);
  const contradicted = said.filter((vote) => vote.void === "contradiction");
  if (said.length > 0 && contradicted.length === said.length) {
    return { reason: "judge-contradiction", why: "The judge contradicts itself on every rubric." };
  }
  // the rubric that most samples decided about, and still too few
  const [nearest = []] = [...votesById(samples).values()].sort((a, b) => usable(b) - usable(a));
  const { reason, why } = whyUndecided(samples, usable(nearest), whyUnused(samples, nearest));
  return { reason: said.length > 0 ? "judge-no-quorum" : reason, why };
}

function usable(votes: readonly (RubricVote | undefined)[]): number {
  return votes.filter((each) => each?.vote !== undefined).length;
}

const unused = {
  "cannot-tell": "The judge cannot tell.",
  contradiction: "The judge contradicts itself.",
  "left-out": "The judge leaves the property out.",
  evidence: "The evidence that the judge quotes is not in what it was shown.",
};

/** Each way in which a reply says neither yes nor no, once. */
function whyUnused(
  samples: readonly JudgeSample<RubricReply>[],
  votes: readonly (RubricVote | undefined)[],
): readonly string[] {
  const ways = samples.flatMap(({ verdict }, place) => {
    const vote = votes[place];
    if (verdict === undefined || vote?.vote !== undefined) return [];
    return [unused[vote?.void ?? "left-out"]];
  });
  return [...new Set(ways)];
}

/** What a rubric asks for; its id says nothing to whoever reads a report. */
export function rubricSentence({ rubricId, rubricContent, description }: Rubric): string {
  return (rubricContent.textProperty ?? description ?? rubricId).trim().replace(/\.$/, "");
}

function whyLow(rubrics: readonly RubricScore[], asked: readonly Rubric[]): string | undefined {
  const refused = rubrics.filter(({ score }) => score === 0);
  if (refused.length === 0) return undefined;
  return refused
    .map(({ rubricId, votes, rationale }) => {
      const split = votes?.split === true ? " by a split vote" : "";
      const rubric = asked.find((each) => each.rubricId === rubricId);
      const sentence = rubric === undefined ? rubricId : rubricSentence(rubric);
      return `"${sentence}" does not hold${split}.${quoted(rationale)}`;
    })
    .join(" ");
}
