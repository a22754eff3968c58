import { sameJson } from "../../../core/json/json-edit.ts";
import type { MatcherJson } from "./edits/case-json.ts";

/** What recorded runs gave for an argument, in a few words: "5 of 5 match", "3 values". */
export function seenText(
  matcher: MatcherJson | undefined,
  value: unknown,
  seen: readonly unknown[],
): string {
  const given = seen.filter((each) => each !== undefined);
  if (given.length === 0) return "";
  const isMet = checkOf(matcher, value);
  if (isMet === undefined) {
    const values = new Set(given.map((each) => JSON.stringify(each))).size;
    return values === 1 ? "1 value" : `${values} values`;
  }
  return `${given.filter(isMet).length} of ${given.length} match`;
}

/** Only a hint: what counts is what the metric says on the right. An expression is never run here. */
function checkOf(
  matcher: MatcherJson | undefined,
  value: unknown,
): ((given: unknown) => boolean) | undefined {
  if (matcher === undefined) return (given) => sameJson(given, value);
  if ("equals" in matcher) return (given) => sameJson(given, matcher.equals);
  if ("one_of" in matcher) return (given) => matcher.one_of.some((each) => sameJson(each, given));
  if ("range" in matcher) {
    const { min = -Infinity, max = Infinity } = matcher.range;
    return (given) => typeof given === "number" && given >= min && given <= max;
  }
  return undefined;
}
