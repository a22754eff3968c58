import { useContext, useEffect, useRef } from "react";
import { KeyBoardContext, type KeyGroup, type Shortcut } from "./key-board.ts";

/**
 * Gives a screen its keys for as long as it is shown. They appear in the cheat sheet (`?`) and in the palette by themselves.
 * @example useKeys([{ keys: "n", does: "Next failure", run: () => move(1) }]);
 */
export function useKeys(shortcuts: readonly Shortcut[], title = "This screen"): void {
  const board = useContext(KeyBoardContext);
  const group = useRef<KeyGroup>({ title, shortcuts });
  useEffect(() => {
    group.current = { title, shortcuts };
  });
  useEffect(() => board.add(group), [board]);
}
