import { UserFacingError } from "../../../core/errors.ts";
import type { MetricInput } from "../../../core/metric.ts";
import type { Rubric } from "../../../core/rubric.ts";
import { pathText } from "../../../core/schema/schema.ts";
import type { ReasonCode } from "../../../core/verdict.ts";
import { configuredRubrics, type RubricsCriterion } from "./judge-criteria.ts";

/** The rubrics that a turn is judged by, or why there are none to use. */
export type EffectiveRubrics =
  | { readonly rubrics: readonly Rubric[] }
  | { readonly problem: string; readonly reason: ReasonCode };

interface Sources {
  readonly configured: readonly Rubric[];
  /** The type that rubrics of cases and turns must have. */
  readonly type: string;
  readonly input: MetricInput;
  readonly turn: number;
}

/** The config's, then those of the case and of the turn that are meant for this metric. Each turn has its own list. */
export function effectiveRubrics({ configured, type, input, turn }: Sources): EffectiveRubrics {
  const shared = sharedId(input);
  if (shared !== undefined) return unusable(`The case has two rubrics with the id "${shared}".`);
  const own = (input.actual[turn]?.rubrics ?? []).filter((rubric) => isMeant(rubric, type));
  const rubrics = [...configured, ...own];
  const twice = twinOf(rubrics);
  if (twice !== undefined) {
    return unusable(`The rubric id "${twice}" is used twice for turn ${turn + 1}.`);
  }
  if (rubrics.length > 0) return { rubrics };
  return {
    reason: "missing-reference",
    problem: `Turn ${turn + 1} has no rubric: the config names none, and those of cases and turns need "type": "${type}".`,
  };
}

function unusable(problem: string): EffectiveRubrics {
  return { reason: "unsupported", problem: `${problem} Give one of them another rubric_id.` };
}

/** Refuses a config that names one rubric twice, before any agent is called. */
export function checkRubrics(criterion: RubricsCriterion, name: string): void {
  const twice = twinOf(configuredRubrics(criterion));
  if (twice === undefined) return;
  throw new UserFacingError("metric/invalid", `${name} has two rubrics with the id "${twice}".`, {
    hint: "Give every rubric a rubric_id of its own; white space around it does not count.",
    place: { path: pathText(["criteria", name, "rubrics"]) },
  });
}

/** A plain text has no room for a type; whoever is asked about rubrics is asked about it. */
function isMeant(rubric: Rubric, type: string): boolean {
  if (rubric.type !== undefined) return rubric.type === type;
  return rubric.rubricId === rubric.rubricContent.textProperty;
}

/** ADK compares the ids of a case and each of its turns whatever their types, and whichever turn is judged. */
function sharedId({ evalCase, expected = [] }: MetricInput): string | undefined {
  const ofCase = evalCase.rubrics ?? [];
  for (const turn of expected) {
    const twice = twinOf([...ofCase, ...(turn.rubrics ?? [])]);
    if (twice !== undefined) return twice;
  }
  return twinOf(ofCase);
}

function twinOf(rubrics: readonly Rubric[]): string | undefined {
  const seen = new Set<string>();
  for (const { rubricId } of rubrics) {
    const id = rubricId.trim();
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}
