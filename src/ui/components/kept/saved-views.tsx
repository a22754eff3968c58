import { sameJson } from "../../../core/json/json-edit.ts";
import { KeptMenu } from "./kept-menu.tsx";
import { type KeptView, useChoices } from "./use-choices.ts";

interface SavedViewsProps {
  readonly list: "runs" | "cases" | "set" | "live";
  /** What the address says now. */
  readonly current: KeptView;
  readonly onChoose: (view: KeptView) => void;
}

/** Filters and orders of a list that were kept under a name. What a reader chooses wins, and is in the address alone. */
export function SavedViews({ list, current, onChoose }: SavedViewsProps) {
  const { kept, keep } = useChoices();
  const views = kept?.views[list] ?? {};
  const shown = Object.entries(views).find(([, view]) => sameJson(view, current))?.[0];
  return (
    <KeptMenu
      noun="view"
      names={Object.keys(views)}
      current={shown}
      canSave={Object.keys(current).length > 0}
      onChoose={(name) => onChoose(views[name] ?? {})}
      onSave={(name) => keep({ kind: "view", list, name, value: current })}
      onRemove={(name) => keep({ kind: "view", list, name, value: null })}
    />
  );
}
