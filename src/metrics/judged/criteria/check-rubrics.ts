import { UserFacingError } from "../../../core/errors.ts";
import type { MetricInput } from "../../../core/metric.ts";
import type { Rubric } from "../../../core/rubric.ts";
import { pathText } from "../../../core/schema/parse-context.ts";
import { configuredRubrics, type RubricsCriterion } from "./judge-criteria.ts";

/** Refuses a config that names one rubric twice, before any agent is called. */
export function checkRubrics(criterion: RubricsCriterion, name: string): void {
  const twice = twinOf(configuredRubrics(criterion));
  if (twice === undefined) return;
  throw new UserFacingError("metric/invalid", `${name} has two rubrics with the id "${twice}".`, {
    hint: "Give every rubric a rubric_id of its own; white space around it does not count.",
    place: { path: pathText(["criteria", name, "rubrics"]) },
  });
}

/** ADK compares the ids of a case and each of its turns whatever their types, and whichever turn is judged. */
export function sharedId({ evalCase, expected = [] }: MetricInput): string | undefined {
  const ofCase = evalCase.rubrics ?? [];
  for (const turn of expected) {
    const twice = twinOf([...ofCase, ...(turn.rubrics ?? [])]);
    if (twice !== undefined) return twice;
  }
  return twinOf(ofCase);
}

export function twinOf(rubrics: readonly Rubric[]): string | undefined {
  const seen = new Set<string>();
  for (const { rubricId } of rubrics) {
    const id = rubricId.trim();
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}
