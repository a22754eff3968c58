import { UserFacingError } from "../../../core/errors.ts";
import { nearest } from "../../../core/text/nearest.ts";
import type { WrittenCase } from "../../../eval-sets/editing/edit-case-list.ts";

/** The place of a case in its set. One without an id that can be read is called by its place: `#3`. */
export function placeOfCase(cases: readonly WrittenCase[], evalId: string, path: string): number {
  const at = cases.findIndex((each, place) => caseName(each, place) === evalId);
  if (at >= 0) return at;
  const near = nearest(evalId, cases.map(caseName));
  throw new UserFacingError(
    "eval-set/unknown-case",
    `${path} has no case ${JSON.stringify(evalId.slice(0, 80))}.`,
    { hint: near === undefined ? "It may have been renamed or deleted." : `Did you mean ${near}?` },
  );
}

export function caseName({ evalId }: WrittenCase, place: number): string {
  return evalId ?? `#${place + 1}`;
}
