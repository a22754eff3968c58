import { useId } from "react";
import { type ScenarioJson, without } from "./edits/case-json.ts";
import { RubricsForm } from "./rubrics-form.tsx";
import type { Draft } from "./use-draft.ts";

/** A conversation with a simulated user: how it begins, what the user is after, and who that is. */
export function ScenarioForm({ draft }: { readonly draft: Draft }) {
  const { value, change } = draft;
  const scenario = value.conversation_scenario;
  if (scenario === undefined) return null;
  const set = (next: ScenarioJson) => change({ ...value, conversation_scenario: next });
  return (
    <>
      <div className="bar">
        <h2>Simulated user</h2>
        <span className="small muted">A model plays the user by this plan.</span>
      </div>
      <label className="part">
        <span className="label">The user begins with</span>
        <textarea
          className="val"
          rows={1}
          value={scenario.starting_prompt}
          onChange={({ target }) => set({ ...scenario, starting_prompt: target.value })}
        />
      </label>
      <label className="part">
        <span className="label">What the user is after, and how it goes on</span>
        <textarea
          className="val"
          rows={4}
          value={scenario.conversation_plan}
          onChange={({ target }) => set({ ...scenario, conversation_plan: target.value })}
        />
      </label>
      <Persona scenario={scenario} onChange={set} />
      <RubricsForm draft={draft} />
    </>
  );
}

interface PersonaProps {
  readonly scenario: ScenarioJson;
  readonly onChange: (next: ScenarioJson) => void;
}

function Persona({ scenario, onChange }: PersonaProps) {
  const id = useId();
  const { user_persona: persona } = scenario;
  if (typeof persona === "object") {
    return <p className="part muted">It has a persona of its own; edit it as JSON.</p>;
  }
  return (
    <div className="part">
      <label className="label" htmlFor={id}>
        Persona
      </label>
      <input
        id={id}
        className="val mono"
        list={`${id}-known`}
        placeholder="None"
        value={persona ?? ""}
        onChange={({ target }) =>
          onChange(
            target.value === ""
              ? without(scenario, "user_persona")
              : { ...scenario, user_persona: target.value },
          )
        }
      />
      <datalist id={`${id}-known`}>
        <option value="EXPERT" />
        <option value="NOVICE" />
        <option value="EVALUATOR" />
      </datalist>
    </div>
  );
}
