import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useContext, useDeferredValue, useId, useState } from "react";
import { call } from "../../lib/api.ts";
import { KeyBoardContext } from "../../lib/keys/key-board.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { foundItems, ownItems, type PaletteItem } from "./palette-items.ts";
import { PaletteList } from "./palette-list.tsx";

interface PaletteProps {
  /** What can be done from everywhere. */
  readonly commands: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Goes anywhere and does anything, by a few letters: agents, sets, runs and cases are looked up by the server. */
export function Palette({ commands, onClose }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const asked = useDeferredValue(text);
  const router = useRouter();
  const groups = useContext(KeyBoardContext).groups();
  const { data } = useQuery({
    queryKey: ["search", asked],
    queryFn: ({ signal }) => call("GET /search", { query: { text: asked }, signal }),
    placeholderData: keepPreviousData,
  });
  const items = [...ownItems(text, groups, commands), ...foundItems(text, data)];
  const chosen = Math.min(at, items.length - 1);

  function choose({ act }: PaletteItem): void {
    onClose();
    // the dialog gives the focus back first
    if (typeof act === "function") setTimeout(act);
    else void router.navigate({ href: act });
  }
  function press(event: KeyboardEvent): void {
    const item = items[chosen];
    if (event.key === "ArrowDown") setAt((chosen + 1) % Math.max(1, items.length));
    else if (event.key === "ArrowUp")
      setAt((chosen - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === "Enter" && item !== undefined) choose(item);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog title="Go to or run" className="palette" isBare onClose={onClose}>
      <label className="field palette-field">
        <Icon name="search" />
        <span className="sr">Go to or run</span>
        <input
          data-first-focus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="An agent, a set, a run, a case, or what to do"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </label>
      <PaletteList id={id} items={items} chosen={chosen} onChoose={choose} />
    </Dialog>
  );
}
