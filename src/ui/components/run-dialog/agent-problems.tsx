import { Glyph } from "../glyph.tsx";
import type { Plan } from "./launch-state.ts";

/** Why an agent would not begin: told before anybody waits for it. */
export function AgentProblems({ problems }: { readonly problems: Plan["agentProblems"] }) {
  if (problems.length === 0) return null;
  return (
    <section className="agent-problems" aria-label="What keeps the agent from beginning">
      {problems.map(({ agent, message, hint }) => (
        <p key={`${agent} ${message}`} className="row top">
          <Glyph state="errored" isSilent />
          <span>
            <code>{agent}</code>: {message} {hint !== undefined && <code>{hint}</code>}
          </span>
        </p>
      ))}
    </section>
  );
}
