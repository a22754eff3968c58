import type { Problem } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import type { SchemaProblem } from "../../core/schema/parse-context.ts";

/** Each case whose id another one before it has, reported with both places. */
export function duplicateIds(
  text: string,
  evalCases: readonly EvalCase[],
  file: string | undefined,
): readonly Problem[] {
  const first = new Map<string, number>();
  const found: { readonly case: number; readonly earlier: number }[] = [];
  for (const [index, { evalId }] of evalCases.entries()) {
    const earlier = first.get(evalId);
    if (earlier === undefined) first.set(evalId, index);
    else found.push({ case: index, earlier });
  }
  if (found.length === 0) return [];
  const places = locateProblems(
    text,
    found.flatMap((each) => [idOf(text, each.case), idOf(text, each.earlier)]),
    file,
  );
  return found.map((each, index) => ({
    ...duplicateId({
      evalId: evalCases[each.case]?.evalId ?? "",
      index: each.case,
      earlier: each.earlier,
      earlierLine: places[2 * index + 1]?.place?.line,
    }),
    place: places[2 * index]?.place,
  }));
}

interface Duplicate {
  readonly evalId: string;
  readonly index: number;
  readonly earlier: number;
  readonly earlierLine: number | undefined;
}

export function duplicateId({ evalId, index, earlier, earlierLine }: Duplicate): Problem {
  return {
    message: `eval_cases[${index}] has the eval_id "${evalId}" of eval_cases[${earlier}] in line ${earlierLine}.`,
    hint: "Give one of them another id; results are kept under it.",
  };
}

function idOf(text: string, index: number): SchemaProblem {
  const key = text.startsWith("[") || text.trimStart().startsWith("[") ? "name" : "eval_id";
  return {
    path: key === "name" ? [index, key] : ["eval_cases", index, key],
    message: "",
    mark: "value",
  };
}
