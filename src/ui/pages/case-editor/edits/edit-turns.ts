import { asContent, type CaseJson, type TurnJson, withSettings } from "./case-json.ts";

/** The turns that a change leaves, by the places that they had; a new one has none. */
function rearranged(draft: CaseJson, places: readonly (number | TurnJson)[]): CaseJson {
  const turns = draft.conversation ?? [];
  const names = draft.assay?.names_only ?? {};
  const conversation = places.flatMap((place) =>
    typeof place === "number" ? (turns[place] ?? []) : place,
  );
  const entries = places.flatMap((place, at) => {
    const kept = typeof place === "number" ? names[place] : undefined;
    return kept === undefined ? [] : [[`${at}`, kept] as const];
  });
  return withSettings({ ...draft, conversation }, { names_only: Object.fromEntries(entries) });
}

function placesOf({ conversation = [] }: CaseJson): readonly number[] {
  return [...conversation.keys()];
}

export function withTurn(draft: CaseJson, at: number, turn: TurnJson): CaseJson {
  return { ...draft, conversation: (draft.conversation ?? []).with(at, turn) };
}

export function addTurn(draft: CaseJson): CaseJson {
  return rearranged(draft, [...placesOf(draft), { user_content: asContent("user", "") }]);
}

export function removeTurn(draft: CaseJson, at: number): CaseJson {
  return rearranged(draft, placesOf(draft).toSpliced(at, 1));
}

/** One of two turns is called by its own id no more. */
export function duplicateTurn(draft: CaseJson, at: number): CaseJson {
  const { invocation_id: _, ...copy } = (draft.conversation?.[at] ?? {}) as TurnJson;
  const names = draft.assay?.names_only?.[at];
  const next = rearranged(draft, placesOf(draft).toSpliced(at + 1, 0, copy as never));
  if (names === undefined) return next;
  return withSettings(next, { names_only: { ...next.assay?.names_only, [at + 1]: names } });
}

export function moveTurn(draft: CaseJson, from: number, to: number): CaseJson {
  const places = placesOf(draft);
  if (to < 0 || to >= places.length) return draft;
  return rearranged(draft, places.toSpliced(from, 1).toSpliced(to, 0, from));
}
