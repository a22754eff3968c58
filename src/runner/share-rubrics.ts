import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import type { Rubric } from "../core/rubric.ts";

/**
 * Puts the rubrics of the case and of each expected turn on what the agent did, where judges look for them.
 * Two with one id are a mistake that rubric metrics refuse; the note is for everybody else.
 */
export function shareRubrics(
  evalCase: EvalCase,
  actual: readonly Invocation[],
): { readonly actual: readonly Invocation[]; readonly note?: string | undefined } {
  const ofCase = evalCase.rubrics ?? [];
  const expected = evalCase.conversation;
  const ofTurns = expected?.some((turn) => (turn.rubrics?.length ?? 0) > 0) ?? false;
  if (ofCase.length === 0 && !ofTurns) return { actual };

  const twice = new Set<string>();
  const shared = actual.map((invocation, index) => {
    const rubrics = new Map<string, Rubric>();
    const ofTurn = expected?.[index]?.rubrics ?? [];
    for (const rubric of [...(invocation.rubrics ?? []), ...ofCase]) {
      rubrics.set(rubric.rubricId, rubric);
    }
    for (const rubric of ofTurn) {
      if (ofCase.some((other) => other.rubricId === rubric.rubricId)) twice.add(rubric.rubricId);
      rubrics.set(rubric.rubricId, rubric);
    }
    return { ...invocation, rubrics: [...rubrics.values()] };
  });
  return { actual: shared, note: twice.size === 0 ? undefined : noteAbout(twice) };
}

function noteAbout(ids: ReadonlySet<string>): string {
  const names = [...ids].map((id) => `"${id}"`).join(", ");
  const what = ids.size === 1 ? "The rubric" : "The rubrics";
  return `${what} ${names} stand${ids.size === 1 ? "s" : ""} on the case and on a turn; rubric metrics cannot use that.`;
}
