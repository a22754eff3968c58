import { casesText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import type { LaunchState } from "./launch-state.ts";

interface WhatChoiceProps {
  readonly sets: Reply<"GET /sets"> | undefined;
  readonly state: Pick<LaunchState, "agent" | "evalSets">;
  readonly onChange: (choice: Pick<LaunchState, "agent" | "evalSets">) => void;
}

/** Which agent, on which of its sets. */
export function WhatChoice({ sets, state: { agent, evalSets }, onChange }: WhatChoiceProps) {
  const agents = sets?.agents ?? [];
  const own = (sets?.sets ?? []).filter(
    (set) => set.agent === agent || evalSets.includes(set.path),
  );
  return (
    <section className="sect" aria-label="Agent and eval sets">
      <h2>
        <label htmlFor="run-agent">Agent</label>
        <span className="sel mono push">
          <select
            id="run-agent"
            data-first-focus
            value={agent}
            onChange={({ target }) =>
              onChange({ agent: target.value, evalSets: setsOf(target.value, sets) })
            }
          >
            {!agents.includes(agent) && <option value={agent}>{agent || "Choose one"}</option>}
            {agents.map((each) => (
              <option key={each} value={each}>
                {each === "." ? "this folder" : each}
              </option>
            ))}
          </select>
        </span>
      </h2>
      {own.length === 0 && <p className="small muted">It has no eval set that can be run.</p>}
      {own.map(({ path, cases, problems }) => (
        <label key={path} className="opt">
          <input
            type="checkbox"
            checked={evalSets.includes(path)}
            disabled={problems > 0}
            onChange={({ target }) =>
              onChange({
                agent,
                evalSets: target.checked
                  ? [...evalSets, path]
                  : evalSets.filter((each) => each !== path),
              })
            }
          />
          <span className="clip mono" title={path}>
            {path}
          </span>
          <span>{problems > 0 ? "has mistakes" : casesText(cases)}</span>
        </label>
      ))}
    </section>
  );
}

/** The sets of an agent that can be run. */
export function setsOf(agent: string, sets: Reply<"GET /sets"> | undefined): readonly string[] {
  return (sets?.sets ?? [])
    .filter((set) => set.agent === agent && set.problems === 0)
    .map(({ path }) => path);
}
