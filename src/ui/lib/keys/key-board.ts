import { createContext, type RefObject } from "react";

/** A key of a screen. Single keys rest while somebody types, while a dialog is open, and where a reader turned them off. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it: `j`, `R`, `?`, `Enter`. Two with a space between are pressed one after the other: `g s`. */
  readonly keys: string;
  /** For the cheat sheet and the palette, as a button would say it: "Next failure". */
  readonly does: string;
  readonly run: () => void;
  /** True: there is nothing to do by it now, so that it is not listed either. */
  readonly isOff?: boolean | undefined;
}

/** The keys of one part of the page. */
export interface KeyGroup {
  /** What they are for: "This screen", "Everywhere". */
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** The keys of every screen. What a screen means by a key goes before them, whichever of the two was drawn first. */
export const EVERYWHERE = "Everywhere";

/** The keys that work now, as the parts of the page on screen have them. The part that came last goes first. */
export interface KeyBoard {
  add(group: RefObject<KeyGroup>): () => void;
  groups(): readonly KeyGroup[];
}

export function keyBoard(): KeyBoard {
  const held: RefObject<KeyGroup>[] = [];
  return {
    add(group) {
      held.unshift(group);
      return () => void held.splice(held.indexOf(group), 1);
    },
    groups() {
      const all = held.map(({ current }) => current);
      const isLast = ({ title }: KeyGroup) => title === EVERYWHERE;
      return [...all.filter((group) => !isLast(group)), ...all.filter(isLast)];
    },
  };
}

export const KeyBoardContext = createContext<KeyBoard>(keyBoard());

/** The shortcut that is meant by keys pressed so far: whole, begun, or none. */
export function findShortcut(
  groups: readonly KeyGroup[],
  pressed: string,
): Shortcut | "begun" | undefined {
  const all = groups.flatMap(({ shortcuts }) => shortcuts).filter(({ isOff }) => isOff !== true);
  const found = all.find(({ keys }) => keys === pressed);
  if (found !== undefined) return found;
  return all.some(({ keys }) => keys.startsWith(`${pressed} `)) ? "begun" : undefined;
}
