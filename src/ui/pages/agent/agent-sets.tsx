import { shellWord } from "../../../core/text/shell-word.ts";
import { CommandBlock } from "../../components/command-block.tsx";
import type { Reply } from "../../lib/api.ts";

/** The eval sets in an agent's folder. */
export function AgentSets({
  detail: { sets, folder },
}: {
  readonly detail: Reply<"GET /agents/:agent/overview">;
}) {
  return (
    <section aria-labelledby="agent-sets">
      <div className="head">
        <h2 id="agent-sets">Eval sets</h2>
        {sets.length > 0 && <span className="small muted">{sets.length}</span>}
      </div>
      <ul className="sect flat">
        {sets.map(({ id, path }) => (
          <li key={id} className="row line">
            <a className="plain mono clip" href={`/sets/${encodeURIComponent(id)}`} title={path}>
              {path}
            </a>
          </li>
        ))}
      </ul>
      {sets.length === 0 && folder !== undefined && (
        <div className="sect">
          <p className="muted">None yet. Draft ten cases from what the agent says of itself:</p>
          <CommandBlock command={`npx assay eval-set generate ${shellWord(folder)} --count 10`} />
        </div>
      )}
      {folder === undefined && (
        <p className="sect muted">Its folder is not below the one that is served.</p>
      )}
    </section>
  );
}
