import { useState } from "react";

/** Which rows are chosen, one by one or from the last one to another. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string, isRange: boolean): void;
  all(): void;
  clear(): void;
}

/** `shown` are the rows on screen, in their order: nothing that is out of sight is chosen by a range. */
export function useSelection(shown: readonly string[], existing: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const there = new Set(existing);
  // what was deleted or renamed meanwhile is not chosen any more
  const ids = new Set([...chosen].filter((id) => there.has(id)));
  return {
    ids,
    toggle(id, isRange) {
      const from = anchor === undefined ? -1 : shown.indexOf(anchor);
      const to = shown.indexOf(id);
      const next = new Set(ids);
      if (isRange && from >= 0 && to >= 0) {
        for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      } else if (!next.delete(id)) next.add(id);
      setChosen(next);
      setAnchor(id);
    },
    all: () => setChosen(new Set(shown.every((id) => ids.has(id)) ? [] : shown)),
    clear: () => setChosen(new Set()),
  };
}
