import { useRef } from "react";
import { asContent, type CaseJson } from "./edits/case-json.ts";
import type { Draft } from "./use-draft.ts";

/** Whether a script or a model plays the user. What the other one had comes back when it is chosen again. */
export function UserChoice({ draft: { value, change } }: { readonly draft: Draft }) {
  const other = useRef<CaseJson>(undefined);
  const isPlayed = value.conversation_scenario !== undefined;
  function choose(next: boolean): void {
    if (next === isPlayed) return;
    const kept = other.current;
    other.current = value;
    const { conversation: _, conversation_scenario: __, ...rest } = value;
    const made = next
      ? {
          conversation_scenario: kept?.conversation_scenario ?? {
            starting_prompt: "",
            conversation_plan: "",
          },
        }
      : { conversation: kept?.conversation ?? [{ user_content: asContent("user", "") }] };
    change({ ...rest, ...made } as CaseJson);
  }
  return (
    <fieldset className="seg s" aria-label="Who plays the user">
      <button type="button" aria-pressed={!isPlayed} onClick={() => choose(false)}>
        Scripted
      </button>
      <button type="button" aria-pressed={isPlayed} onClick={() => choose(true)}>
        Simulated
      </button>
    </fieldset>
  );
}
