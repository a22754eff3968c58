import { useContext, useState } from "react";
import { KeyBoardContext } from "../../lib/keys/key-board.ts";
import { areKeysOn, turnKeys } from "../../lib/keys/key-preference.ts";
import { Dialog } from "../dialog.tsx";
import { Keys } from "./keys.tsx";

/** The keys of this screen, and the switch that turns them off. */
export function CheatSheet({ onClose }: { readonly onClose: () => void }) {
  const groups = useContext(KeyBoardContext).groups();
  const [isOn, setOn] = useState(areKeysOn);
  const titles = [...new Set(groups.map(({ title }) => title))];
  function turn(next: boolean): void {
    turnKeys(next);
    setOn(next);
  }
  return (
    <Dialog title="Keys" className="sheet" onClose={onClose}>
      <div className="sheet-groups">
        {titles.map((title) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {groups
                .filter((group) => group.title === title)
                .flatMap(({ shortcuts }) => shortcuts)
                .filter(({ isOff }) => isOff !== true)
                .map(({ keys, does }) => (
                  <div key={`${keys} ${does}`}>
                    <dt>
                      <Keys keys={keys} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="small muted sheet-note">
        Ctrl K or ⌘K goes anywhere. Ctrl C or ⌘C, with nothing selected, copies the link to what has
        the focus.
      </p>
      <label className="row sheet-switch">
        <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
        Single keys do this. They rest while you type.
      </label>
    </Dialog>
  );
}
