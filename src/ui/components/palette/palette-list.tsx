import { useEffect, useRef } from "react";
import { Keys } from "../keys/keys.tsx";
import type { PaletteItem } from "./palette-items.ts";

interface PaletteListProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly chosen: number;
  readonly onChoose: (item: PaletteItem) => void;
}

export function PaletteList({ id, items, chosen, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label="Found">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group} role="group" aria-label={group}>
          <div className="label" aria-hidden="true">
            {group}
          </div>
          {items.map((item, at) =>
            item.group === group ? (
              // the keys are the input's, which keeps the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has them
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
              <div
                key={item.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                onClick={() => onChoose(item)}
              >
                <span className={item.isId === true ? "mono" : undefined}>{item.words}</span>
                <span className="clip faint small">{item.about}</span>
                {item.keys !== undefined && <Keys keys={item.keys} />}
              </div>
            ) : null,
          )}
        </div>
      ))}
      {items.length === 0 && (
        <p className="muted">Nothing is called so. A word of an id, a name or a set is enough.</p>
      )}
    </div>
  );
}
