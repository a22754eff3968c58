interface AgentFieldProps {
  readonly agents: readonly string[];
  readonly value: string;
  readonly onChange: (agent: string) => void;
}

/** In the folder of which agent a set lies; without any agent it lies in the folder itself. */
export function AgentField({ agents, value, onChange }: AgentFieldProps) {
  const all = agents.length === 0 ? ["."] : agents;
  return (
    <label className="formrow">
      <span className="label">Agent</span>
      <span className="sel">
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          {all.map((agent) => (
            <option key={agent} value={agent}>
              {agent === "." ? "this folder" : agent}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
