import { binomialCdf } from "../distributions/binomial.ts";
import { logBeta } from "../distributions/log-beta.ts";
import { logChoose } from "../distributions/log-choose.ts";

/** What most say; null where as many say the one as the other, and where nobody says anything. */
export function majorityOf(votes: readonly boolean[]): boolean | null {
  const yes = votes.filter(Boolean).length;
  const no = votes.length - yes;
  return yes === no ? null : yes > no;
}

/**
 * How often the majority of k votes is right, when each vote is with the chance `p`. `correlation` says how far votes
 * go together: five samples of one judge are worth far less than five judges.
 */
export function majorityRight(p: number, k: number, correlation = 0): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a chance lies between 0 and 1, not at ${p}`);
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`${k} votes cannot be counted`);
  if (!(correlation >= 0 && correlation <= 1)) {
    throw new RangeError(`a correlation of votes lies between 0 and 1, not at ${correlation}`);
  }
  const needed = Math.floor(k / 2) + 1;
  if (correlation === 0) return 1 - binomialCdf(needed - 1, k, p);
  if (correlation === 1 || p === 0 || p === 1) return p;
  const scale = (1 - correlation) / correlation;
  const [a, b] = [p * scale, (1 - p) * scale];
  const all = logBeta(a, b);
  let chance = 0;
  for (let right = needed; right <= k; right += 1) {
    chance += Math.exp(logChoose(k, right) + logBeta(a + right, b + k - right) - all);
  }
  return Math.min(1, chance);
}
