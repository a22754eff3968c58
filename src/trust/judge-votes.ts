import { fieldsOf, numberFrom, objectsOf, textFrom } from "../core/json/loose-json.ts";
import type { MetricResult } from "../core/run.ts";

/** The samples of every question that a judge was asked for a result, as votes. */
export function votesIn(result: MetricResult | undefined): readonly (readonly boolean[])[] {
  return (result?.perInvocation ?? []).flatMap(({ details }) => {
    const { votes, rubricScores } = fieldsOf(details);
    return [votes, ...objectsOf(rubricScores).map((each) => each.votes)].flatMap(votesOf);
  });
}

function votesOf(votes: unknown): readonly (readonly boolean[])[] {
  const { yes, no, valid, invalid } = fieldsOf(votes);
  const passes = numberFrom(yes) ?? numberFrom(valid) ?? 0;
  const fails = numberFrom(no) ?? numberFrom(invalid) ?? 0;
  if (passes + fails === 0) return [];
  return [[...Array<boolean>(passes).fill(true), ...Array<boolean>(fails).fill(false)]];
}

/** Why a judge decided as it did, in its own words. */
export function rationaleIn(result: MetricResult | undefined): string | undefined {
  const { rationale, rubricScores } = fieldsOf(result?.perInvocation[0]?.details);
  return textFrom(rationale) ?? textFrom(objectsOf(rubricScores)[0]?.rationale);
}
