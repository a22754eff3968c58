import type { TurnChoice } from "../core/case-settings.ts";
import type { MetricInput } from "../core/metric.ts";
import type { TurnScore } from "../core/metric-outcome.ts";

/** Whether the case asks a metric about this turn: its `assay.turns` may leave all but the last out. */
export function isAsked(
  name: string,
  { evalCase, actual }: Pick<MetricInput, "evalCase" | "actual">,
  turn: number,
): boolean {
  return choiceFor(name, evalCase) !== "last" || turn === actual.length - 1;
}

export const notAsked: TurnScore = {
  score: undefined,
  unasked: "by-author",
  why: "The case asks about its last turn only.",
};

/** A turn whose author gave nothing to compare with. */
export function withoutReference(name: string, field: string): TurnScore {
  const why = `The turn has no ${field} that ${name} could compare with.`;
  return { score: undefined, unasked: "by-author", reason: "missing-reference", why };
}

/** What a metric lacks that finds nothing to compare with in a whole case, and what to do about it. */
export function noReference(name: string, field: string, where = "at least one turn"): string {
  const article = field.endsWith("s") ? "" : "a ";
  return `${name} needs ${article}${field} in ${where}. Add one, or ${skipHint(name)}`;
}

export function skipHint(name: string): string {
  return `leave the metric out here:  "assay": { "skip": ["${name}"] }`;
}

function choiceFor(name: string, { assay }: MetricInput["evalCase"]): TurnChoice | undefined {
  const turns = assay?.turns;
  if (turns === undefined || typeof turns === "string") return turns;
  return Object.hasOwn(turns, name) ? turns[name] : undefined;
}
