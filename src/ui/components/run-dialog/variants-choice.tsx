import { type FormEvent, useState } from "react";
import type { LaunchState, Variant } from "./launch-state.ts";

type Chosen = Pick<LaunchState, "agent" | "variants" | "models">;

interface VariantsChoiceProps {
  /** Folders of all agents. */
  readonly agents: readonly string[];
  readonly state: Chosen;
  readonly onChange: (choice: Pick<LaunchState, "variants" | "models">) => void;
}

/** More are compared in another round. */
const MOST = 8;

/** The same run of several agents, and with several models: each that is ticked is a run of its own. */
export function VariantsChoice({ agents, state, onChange }: VariantsChoiceProps) {
  const { agent, variants, models } = state;
  const [model, setModel] = useState("");
  const rows = [agent, ...agents.filter((each) => each !== agent)];
  const columns = [undefined, ...models];
  const has = (variant: Variant) => variants.some((each) => isSame(each, variant));
  const toggle = (variant: Variant) =>
    onChange({
      models,
      variants: has(variant)
        ? variants.filter((each) => !isSame(each, variant))
        : [...variants, variant],
    });
  function addModel(event: FormEvent): void {
    event.preventDefault();
    const name = model.trim();
    setModel("");
    if (name === "" || models.includes(name)) return;
    onChange({ models: [...models, name], variants: [...variants, { agent, agentModel: name }] });
  }
  return (
    <section className="sect variants" aria-labelledby="run-variants">
      <h2 id="run-variants">
        Agents × models{" "}
        <span className="small muted push">
          {variants.length} of {rows.length * columns.length} chosen
        </span>
      </h2>
      <div className="variantscroll">
        <table aria-labelledby="run-variants">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Agent</span>
              </th>
              {columns.map((name) => (
                <th key={name ?? ""} scope="col" className="mono" title={name}>
                  {name === undefined ? "its own" : name.slice(name.lastIndexOf("/") + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <tr key={each}>
                <th scope="row" className="mono clip" title={each}>
                  {each === "." ? "this folder" : each}
                </th>
                {columns.map((name) => {
                  const variant = { agent: each, agentModel: name };
                  return (
                    <td key={name ?? ""}>
                      <input
                        type="checkbox"
                        aria-label={`${each} with ${name ?? "its own model"}`}
                        checked={has(variant)}
                        disabled={variants.length >= MOST && !has(variant)}
                        onChange={() => toggle(variant)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form className="row" onSubmit={addModel}>
        <input
          aria-label="Model to add"
          className="val wide-val mono"
          placeholder="gemini-2.5-pro"
          value={model}
          disabled={agent === ""}
          onChange={({ target }) => setModel(target.value)}
        />
        <button type="submit" className="btn s" disabled={model.trim() === ""}>
          Add model
        </button>
      </form>
    </section>
  );
}

function isSame(one: Variant, other: Variant): boolean {
  return one.agent === other.agent && one.agentModel === other.agentModel;
}
