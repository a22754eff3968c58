import { sameJson } from "../../../core/json/json-edit.ts";
import { type WrittenCase, writtenCases } from "../../../eval-sets/editing/edit-case-list.ts";

const MOST_NAMES = 4;

/** The cases that a text has otherwise than the one somebody saw, in words that follow a sentence. */
export function whatChanged(
  seen: { readonly cases: readonly WrittenCase[] } | undefined,
  text: string,
): string {
  if (seen === undefined) return "";
  const now = casesById(casesOf(text));
  const then = casesById(seen.cases);
  const added = [...now.keys()].filter((id) => !then.has(id));
  const removed = [...then.keys()].filter((id) => !now.has(id));
  const edited = [...now].filter(([id, each]) => then.has(id) && !sameJson(each, then.get(id)));
  const said = [
    ...words(
      "changed",
      edited.map(([id]) => id),
    ),
    ...words("added", added),
    ...words("removed", removed),
  ];
  return said.length === 0 ? ", but none of its cases did" : `: ${said.join("; ")}`;
}

function words(how: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const names = ids.slice(0, MOST_NAMES).join(", ");
  return [
    `${how} ${names}${ids.length > MOST_NAMES ? ` and ${ids.length - MOST_NAMES} more` : ""}`,
  ];
}

function casesOf(text: string): readonly WrittenCase[] {
  try {
    return writtenCases(text);
  } catch {
    // it is no JSON any more, so that it has no cases
    return [];
  }
}

function casesById(cases: readonly WrittenCase[]): ReadonlyMap<string, unknown> {
  return new Map(
    cases.flatMap(({ evalId, written }) => (evalId === undefined ? [] : [[evalId, written]])),
  );
}
