import { readFileSync } from "node:fs";
import { errorFromProblems, type Problem } from "../../../core/errors.ts";
import { locateProblems } from "../../../core/json/json-place.ts";
import { pathText, type SchemaProblem } from "../../../core/schema/parse-context.ts";
import type { EvalSetSource } from "../../../eval-sets/eval-set-source.ts";
import { checkEffects, criteriaToolNotes, type EffectContext } from "./check-effects.ts";

/** Refuses a set that names metrics nobody knows; gives a sentence for everything in it that this run passes over. */
export function effectNotes(
  source: EvalSetSource,
  { name, ...context }: EffectContext & { readonly name: string },
): readonly string[] {
  const mentions = source.mentions();
  const { problems, warnings } = checkEffects(mentions, context);
  if (problems.length > 0) {
    throw errorFromProblems("eval-set/invalid", located(problems, source.path, name));
  }
  return [
    ...warnings.map(({ message, hint }) => `${name}: ${message} ${hint ?? ""}`.trimEnd()),
    ...criteriaToolNotes(context.metrics, new Set([...mentions.tools, ...(context.tools ?? [])])),
  ];
}

/** The text is read again only to show where a mistake stands. */
function located(
  problems: readonly SchemaProblem[],
  path: string | undefined,
  name: string,
): readonly Problem[] {
  try {
    if (path !== undefined) return locateProblems(readFileSync(path, "utf8"), problems, name);
  } catch {
    // gone since, or too long to be shown
  }
  return problems.map((each) => ({ ...each, place: { file: name, path: pathText(each.path) } }));
}
