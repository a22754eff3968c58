/** What the address of a case's editor says beside the case. */
export interface EditorSearch {
  readonly tab?: "json" | undefined;
  /** From 1. */
  readonly turn?: number | undefined;
}

export function readEditorSearch(given: Readonly<Record<string, unknown>>): EditorSearch {
  const turn = Number(given.turn);
  return {
    ...(given.tab === "json" && { tab: "json" }),
    ...(Number.isInteger(turn) && turn > 1 && { turn }),
  };
}
