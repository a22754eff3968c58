import { sameJson } from "../../../core/json/json-edit.ts";
import { KeptMenu } from "../kept/kept-menu.tsx";
import { useChoices } from "../kept/use-choices.ts";
import type { Preset } from "./launch-state.ts";

interface PresetsProps {
  readonly current: Preset;
  readonly onChoose: (preset: Preset) => void;
}

/** Choices that were kept under a name, in a file that everybody has who has the folder. */
export function Presets({ current, onChoose }: PresetsProps) {
  const { kept, keep } = useChoices();
  const presets = kept?.presets ?? {};
  const chosen = JSON.parse(JSON.stringify(current)) as Preset;
  const shown = Object.entries(presets).find(([, preset]) => sameJson(preset, chosen))?.[0];
  return (
    <KeptMenu
      noun="preset"
      names={Object.keys(presets)}
      current={shown}
      onChoose={(name) => {
        const preset = presets[name];
        if (preset !== undefined) onChoose(preset as Preset);
      }}
      onSave={(name) => keep({ kind: "preset", name, value: chosen as never })}
      onRemove={(name) => keep({ kind: "preset", name, value: null })}
    />
  );
}
