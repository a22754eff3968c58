import { useState } from "react";
import type { Preset } from "./launch-state.ts";

const KEY = "assay.presets";

interface PresetsProps {
  readonly current: Preset;
  readonly onChoose: (preset: Preset) => void;
}

/** Choices that are kept in this browser under a name. */
export function Presets({ current, onChoose }: PresetsProps) {
  const [kept, setKept] = useState(read);
  const [name, setName] = useState<string>();
  function save(): void {
    setName(undefined);
    const given = name?.trim() ?? "";
    if (given === "") return;
    const next = { ...kept, [given]: current };
    localStorage.setItem(KEY, JSON.stringify(next));
    setKept(next);
  }
  if (name !== undefined) {
    return (
      <>
        <input
          className="val wide-val"
          aria-label="Name of the preset"
          placeholder="Name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => key === "Enter" && save()}
        />
        <button type="button" className="btn s" onClick={save}>
          Save
        </button>
      </>
    );
  }
  const names = Object.keys(kept);
  return (
    <>
      {names.length > 0 && (
        <span className="sel">
          <select
            aria-label="Preset"
            value=""
            onChange={({ target }) => {
              const preset = kept[target.value];
              if (preset !== undefined) onChoose(preset);
            }}
          >
            <option value="">Presets</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </span>
      )}
      <button type="button" className="btn s ghost" onClick={() => setName("")}>
        Save preset
      </button>
    </>
  );
}

function read(): Readonly<Record<string, Preset>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Readonly<Record<string, Preset>>;
  } catch {
    return {};
  }
}
