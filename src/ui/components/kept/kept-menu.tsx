import { type KeyboardEvent, useState } from "react";
import { useLack } from "../../lib/use-me.ts";

interface KeptMenuProps {
  /** "preset", "view". */
  readonly noun: string;
  readonly names: readonly string[];
  /** The one that is on screen, where it is one that was kept. */
  readonly current?: string | undefined;
  /** False: there is nothing on screen worth a name. */
  readonly canSave?: boolean | undefined;
  readonly onChoose: (name: string) => void;
  readonly onSave: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

/** What was kept under a name, and a way to keep what is on screen under one. */
export function KeptMenu(props: KeptMenuProps) {
  const { noun, names, current, onChoose, onSave, onRemove } = props;
  const mayWrite = useLack("editor") === undefined;
  const canSave = mayWrite && (props.canSave ?? true);
  const [name, setName] = useState<string>();
  function save(): void {
    const given = name?.trim() ?? "";
    setName(undefined);
    if (given !== "") onSave(given);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === "Enter") save();
    else if (event.key === "Escape") setName(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  if (name !== undefined) {
    return (
      <>
        <input
          className="val wide-val"
          aria-label={`Name of the ${noun}`}
          placeholder="Name"
          maxLength={80}
          // biome-ignore lint/a11y/noAutofocus: it stands where the button was that asked for it
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={press}
        />
        <button type="button" className="btn s" onClick={save}>
          Save
        </button>
      </>
    );
  }
  return (
    <>
      {names.length > 0 && (
        <span className="sel">
          <select
            aria-label={capital(noun)}
            value={current ?? ""}
            onChange={({ target }) => target.value !== "" && onChoose(target.value)}
          >
            <option value="">{capital(noun)}s</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </span>
      )}
      {current !== undefined && mayWrite && (
        <button type="button" className="btn s ghost" onClick={() => onRemove(current)}>
          Remove {noun}
        </button>
      )}
      {current === undefined && canSave && (
        <button type="button" className="btn s ghost" onClick={() => setName("")}>
          Save {noun}
        </button>
      )}
    </>
  );
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
