import type { JudgeSample } from "../../../core/judge.ts";
import type { ReasonCode } from "../../../core/verdict.ts";

/** What several samples of one question came to. */
export interface Vote {
  /** Undefined: fewer than a majority of the samples could be used. */
  readonly score: 0 | 1 | undefined;
  readonly yes: number;
  readonly no: number;
  readonly unusable: number;
  /** As many for as against; counted as 0, as ADK does. */
  readonly split: boolean;
}

/** Needs more than half of the samples; the majority of those decides, and a tie is against. */
export function majorityVote(votes: readonly (boolean | undefined)[]): Vote {
  let yes = 0;
  let no = 0;
  for (const vote of votes) {
    if (vote === true) yes += 1;
    else if (vote === false) no += 1;
  }
  const decided = yes + no >= quorumOf(votes.length);
  return {
    score: decided ? (yes > no ? 1 : 0) : undefined,
    yes,
    no,
    unusable: votes.length - yes - no,
    split: decided && yes === no,
  };
}

export function quorumOf(samples: number): number {
  return Math.floor(samples / 2) + 1;
}

/**
 * Why samples did not come to a vote. One reason that all share is reported as it is; late calls are failed calls.
 * `unused` are sentences about verdicts that count neither way.
 */
export function whyUndecided(
  samples: readonly JudgeSample<unknown>[],
  usable: number,
  unused: readonly string[] = [],
): { readonly reason: ReasonCode; readonly why: string } {
  const lost = samples.filter((sample) => sample.verdict === undefined);
  const [first] = lost;
  const reason = (usable === 0 ? sharedReason(lost) : undefined) ?? "judge-no-quorum";
  const need = quorumOf(samples.length);
  const counts =
    samples.length === 1
      ? "The judge gave no verdict."
      : `${usable} of ${samples.length} verdicts could be used; ${need} are needed.`;
  const sentences = [counts, ...(first?.detail === undefined ? [] : [first.detail]), ...unused];
  return { reason, why: sentences.join(" ") };
}

function sharedReason(lost: readonly JudgeSample<unknown>[]): ReasonCode | undefined {
  const [reason, ...others] = new Set(lost.map((sample) => sample.reason));
  if (others.length === 0) return reason;
  const wereCalls = [reason, ...others].every(
    (each) => each === "judge-error" || each === "timeout",
  );
  return wereCalls ? "judge-error" : undefined;
}
