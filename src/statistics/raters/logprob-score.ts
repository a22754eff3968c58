import { needFinite } from "../need-finite.ts";

/** Below it too much of what the model might have said is no score. */
const LEAST_MASS = 0.8;

export interface LogprobScore {
  /** Share of what the model might have said that is a score at all. */
  readonly mass: number;
  /** The expected score; null where too little of it is known. */
  readonly score: number | null;
  /** The same from 0 to 1, over the range of the scores. */
  readonly normalised: number | null;
  readonly likeliest: number;
  /** How undecided the model is, in nats. */
  readonly entropy: number;
}

/** A score from the probabilities of its tokens, finer than the one that was said. Null without a token. */
export function logprobScore(logprobs: ReadonlyMap<number, number>): LogprobScore | null {
  const tokens = [...logprobs].sort(([a], [b]) => a - b);
  needFinite(tokens.flat(), "scores and their logprobs");
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return null;
  const weights = tokens.map(([score, logprob]) => ({ score, weight: Math.exp(logprob) }));
  const mass = weights.reduce((sum, { weight }) => sum + weight, 0);
  const expected = weights.reduce((sum, { score, weight }) => sum + score * weight, 0) / mass;
  const score = mass < LEAST_MASS ? null : expected;
  const [least, most] = [first[0], last[0]];
  return {
    mass,
    score,
    normalised: score === null || least === most ? null : (score - least) / (most - least),
    likeliest: weights.reduce((best, each) => (each.weight > best.weight ? each : best)).score,
    entropy: -weights.reduce(
      (sum, { weight }) => sum + (weight / mass) * Math.log(weight / mass),
      0,
    ),
  };
}
