import { useQuery } from "@tanstack/react-query";
import { Glyph } from "../../components/glyph.tsx";
import { call, type Reply } from "../../lib/api.ts";

type Detail = Reply<"GET /agents/:agent">;
type Parts = NonNullable<Detail["facts"]>;

/** What an agent says that it is made of, or why it does not load. It is loaded for this, in a process of its own. */
export function AgentParts({ folder }: { readonly folder: string }) {
  const { data, error } = useQuery({
    queryKey: ["agent-parts", folder],
    queryFn: ({ signal }) => call("GET /agents/:agent", { params: { agent: folder }, signal }),
    retry: false,
  });
  const problem = error ?? data?.problem;
  return (
    <section className="made-of" aria-labelledby="agent-parts">
      <div className="head">
        <h2 id="agent-parts">Made of</h2>
        <span className="small muted">{data?.framework}</span>
      </div>
      <div className="sect">
        {data === undefined && problem == null && (
          <p className="muted" role="status">
            Loading the agent.
          </p>
        )}
        {problem != null && (
          <p role="alert" className="row top">
            <Glyph state="errored" isSilent />
            <span>
              It cannot be loaded. {problem.message}{" "}
              {"hint" in problem ? `${problem.hint ?? ""}` : ""}
            </span>
          </p>
        )}
        {data?.facts !== undefined && <Agent parts={data.facts} isRoot />}
      </div>
    </section>
  );
}

function Agent({ parts, isRoot = false }: { readonly parts: Parts; readonly isRoot?: boolean }) {
  const { name, description, instructions, tools, agents } = parts;
  const isMute = tools.length === 0 && agents.length === 0 && instructions === undefined;
  return (
    <div className={isRoot ? "parts" : "parts sub"}>
      {!isRoot && <h3 className="mono">{name ?? "an agent without a name"}</h3>}
      {description !== undefined && <p className="muted">{description}</p>}
      {isRoot && isMute && (
        <p className="muted">
          It does not say which tools and agents it has; what it calls stands in its conversations.
        </p>
      )}
      {instructions !== undefined && (
        <details>
          <summary className="small">Instructions</summary>
          <p className="small instructions">{instructions}</p>
        </details>
      )}
      {tools.length > 0 && (
        <ul aria-label={`Tools of ${name ?? "the agent"}`}>
          {tools.map((tool) => (
            <li key={tool.name} className="row line">
              <code>{tool.name}</code>
              <span className="small muted clip" title={tool.description}>
                {tool.description}
              </span>
            </li>
          ))}
        </ul>
      )}
      {agents.map((agent, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: agents may have no name
        <Agent key={place} parts={agent} />
      ))}
    </div>
  );
}
