import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { CommandBlock } from "../../components/command-block.tsx";
import { Problem } from "../../components/problem.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { useRunning } from "../../lib/use-running.ts";
import { AgentsTable } from "../overview/agents-table.tsx";

/** Every agent: those that ran, and those whose folders are here. */
export function AgentsPage() {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "agent" });
  const running = useRunning().data?.runs ?? [];
  const workspace = useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => call("GET /workspace", { signal }),
  });
  const { data, error } = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => call("GET /overview", { signal }),
  });
  const ran = new Set(data?.agents.map(({ agent }) => agent));
  const folders = (workspace.data?.agents ?? []).filter((each) => !ran.has(nameIn(each)));
  return (
    <main className="main agents">
      <header className="pagehead">
        <h1>Agents</h1>
        {data !== undefined && <p className="lead">{sentence(data.agents, folders)}</p>}
      </header>
      <div className="pane" ref={list}>
        {error !== null && data === undefined && <Problem error={error} />}
        {error === null && data === undefined && <div className="wait-block" aria-busy="true" />}
        {data !== undefined && data.agents.length > 0 && (
          <AgentsTable agents={data.agents} running={running} isAlone />
        )}
        {data !== undefined && folders.length > 0 && <NeverRan folders={folders} />}
        {data?.agents.length === 0 && workspace.data?.agents.length === 0 && (
          <div className="empty">
            <p>
              No folder here has an <code>agent.ts</code> or <code>agent.js</code>, and none ran.
              Write one, then its first eval set:
            </p>
            <CommandBlock command="npx assay init" />
          </div>
        )}
      </div>
    </main>
  );
}

function NeverRan({ folders }: { readonly folders: readonly string[] }) {
  return (
    <section className="sect">
      <h2>Never ran</h2>
      <ul>
        {folders.map((folder) => (
          <li key={folder} className="row line">
            <Link
              className="plain mono"
              to="/agents/$agent"
              params={{ agent: folder === "." ? "." : folder }}
              data-row=""
            >
              {folder === "." ? "this folder" : folder}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameIn(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

function sentence(agents: Reply<"GET /overview">["agents"], folders: readonly string[]): string {
  if (agents.length === 0) return "No agent has run here yet.";
  const ran = agents.length === 1 ? "One agent has run" : `${agents.length} agents have run`;
  if (folders.length === 0) return `${ran} here.`;
  return `${ran} here, ${folders.length} more ${folders.length === 1 ? "has" : "have"} not.`;
}
