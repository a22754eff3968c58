import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";

/**
 * The ids of an eval set that a selector means. An id that is not there as typed is tried without the blanks around it;
 * one that is not there at all is refused with the nearest that is.
 */
export function checkCaseIds(
  known: Iterable<string>,
  ids: readonly string[],
  file: string,
): readonly string[] {
  const knownIds = new Set(known);
  const meant = ids.map((id) => (knownIds.has(id) ? id : id.trim()));
  const missing = meant.filter((id) => !knownIds.has(id));
  if (missing.length > 0) throw unknownCases(knownIds, missing, file);
  return [...new Set(meant)];
}

function unknownCases(
  known: ReadonlySet<string>,
  missing: readonly string[],
  file: string,
): UserFacingError {
  const names = missing.map((id) => JSON.stringify(id)).join(", ");
  const near = missing.length === 1 ? closest(missing[0] ?? "", known) : undefined;
  const guess = near === undefined ? "" : `Did you mean ${near}? `;
  const count = known.size === 1 ? "1 case" : `${known.size} cases`;
  return new UserFacingError(
    "eval-set/unknown-case",
    `${file} has no ${missing.length === 1 ? "case" : "cases"} ${names}.`,
    { hint: `${guess}It has ${count}:  assay eval-set show ${file}` },
  );
}

/** A slip of the keys, or a name that was only begun. */
function closest(id: string, known: ReadonlySet<string>): string | undefined {
  const near = nearest(id, known);
  if (near !== undefined || id === "") return near;
  const begun = [...known].filter((each) => each.toLowerCase().startsWith(id.toLowerCase()));
  return begun[0];
}
