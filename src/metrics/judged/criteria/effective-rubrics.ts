import type { MetricInput } from "../../../core/metric.ts";
import type { Rubric } from "../../../core/rubric.ts";
import type { ReasonCode } from "../../../core/verdict.ts";
import { sharedId, twinOf } from "./check-rubrics.ts";

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

/** A plain text has no room for a type; whoever is asked about rubrics is asked about it. */
function isMeant(rubric: Rubric, type: string): boolean {
  if (rubric.type !== undefined) return rubric.type === type;
  return rubric.rubricId === rubric.rubricContent.textProperty;
}
