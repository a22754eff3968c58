import { type ReactNode, useEffect, useState } from "react";
import { KeyBoardContext, keyBoard } from "../../lib/keys/key-board.ts";
import { listenToKeys } from "../../lib/keys/listen-to-keys.ts";

/** Listens for the keys of whatever is on screen. */
export function KeysProvider({ children }: { readonly children: ReactNode }) {
  const [board] = useState(keyBoard);
  useEffect(() => listenToKeys(board), [board]);
  return <KeyBoardContext value={board}>{children}</KeyBoardContext>;
}
