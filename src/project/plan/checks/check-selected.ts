import { UserFacingError } from "../../../core/errors.ts";
import { nearest } from "../../../core/text/nearest.ts";
import type { EvalSetSource } from "../../../eval-sets/eval-set-source.ts";
import type { RunRequest } from "../eval-request.ts";
import type { PlannedSet } from "../plan-cases.ts";

interface Opened {
  readonly source: EvalSetSource;
  /** How messages call it. */
  readonly name: string;
}

/** A choice of cases that comes to nothing is reported with what was most likely meant. `opened` are all sets that were looked at. */
export function checkSelected(
  planned: readonly PlannedSet[],
  opened: readonly Opened[],
  { caseIds, tags }: Pick<RunRequest, "caseIds" | "tags">,
): readonly string[] {
  const chosen = new Set(
    planned.flatMap((set) => set.selected.map((index) => set.source.caseIds[index])),
  );
  const missing = caseIds.find((id) => !chosen.has(id));
  if (missing !== undefined) throw unknownCase(missing, opened, tags);
  if (planned.length > 0) return unusedTags(tags, opened);
  const filter = tags.length > 0 ? `the tag ${tags.join(", ")}` : "what was asked for";
  throw new UserFacingError("eval-set/empty", `No case matches ${filter}, so nothing was run.`, {
    hint: `Nothing evaluated is not a pass. ${aboutTags(tags, opened)}${whichCases(opened)}`,
  });
}

function unknownCase(
  id: string,
  opened: readonly Opened[],
  tags: readonly string[],
): UserFacingError {
  const known = opened.flatMap(({ source }) => source.caseIds);
  if (known.includes(id)) {
    const why = tags.length > 0 ? `the tag ${tags.join(", ")}` : "the rest of what was asked for";
    return new UserFacingError("eval-set/unknown-case", `The case "${id}" does not match ${why}.`, {
      hint: "Name it alone, or leave the other choice out.",
    });
  }
  const near = nearest(id, known) ?? known.find((each) => begins(each, id));
  const guess = near === undefined ? "" : `Did you mean ${near}? `;
  return new UserFacingError("eval-set/unknown-case", `No selected eval set has a case "${id}".`, {
    hint: `${guess}${whichCases(opened)}`,
  });
}

function begins(whole: string, start: string): boolean {
  return start !== "" && whole.toLowerCase().startsWith(start.toLowerCase());
}

function tagsOf(opened: readonly Opened[]): ReadonlySet<string> {
  return new Set(
    opened.flatMap(({ source }) => source.caseIds.flatMap((_, index) => source.tagsOf(index))),
  );
}

/** Of several tags, those that no case has. */
function unusedTags(tags: readonly string[], opened: readonly Opened[]): readonly string[] {
  if (tags.length < 2) return [];
  const known = tagsOf(opened);
  return tags
    .filter((tag) => !known.has(tag))
    .map((tag) => {
      const near = nearest(tag, known);
      return `No case has the tag ${tag}.${near === undefined ? "" : ` Did you mean ${near}?`}`;
    });
}

function aboutTags(tags: readonly string[], opened: readonly Opened[]): string {
  if (tags.length === 0) return "";
  const known = tagsOf(opened);
  if (known.size === 0) return 'No case has tags; they stand under "assay": {"tags": […]}. ';
  const near = tags.flatMap((tag) => nearest(tag, known) ?? []);
  if (near.length > 0) return `Did you mean ${near.join(", ")}? `;
  const shown = [...known].slice(0, 10).join(", ");
  return `There are the tags ${shown}${known.size > 10 ? ", …" : ""}. `;
}

/** A set that stands in a program has no file to show. */
function whichCases([first]: readonly Opened[]): string {
  const { name = "FILE", source } = first ?? {};
  if (source === undefined || source.path !== undefined) {
    return `The cases are listed by:  assay eval-set show ${name}`;
  }
  const shown = source.caseIds.slice(0, 10).join(", ");
  return `The cases of ${name} are ${shown}${source.caseIds.length > 10 ? ", …" : ""}.`;
}
