import { useQuery } from "@tanstack/react-query";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { RunsTable } from "./runs-table.tsx";

/** Every run of this workspace, the newest first. */
export function RunsPage() {
  const { data, error } = useQuery({
    queryKey: ["runs"],
    queryFn: ({ signal }) => call("GET /runs", { query: { limit: 200 }, signal }),
    refetchInterval: 2_000,
  });
  return (
    <main className="main">
      <div className="pagehead">
        <h1>Runs</h1>
        {data !== undefined && <p className="lead">{sentence(data.count)}</p>}
      </div>
      {error !== null && <Problem error={error} />}
      {data !== undefined && data.count > 0 && <RunsTable runs={data.runs} />}
      {data?.count === 0 && (
        <div className="empty">
          <p>Nothing was run here yet. In a terminal:</p>
          <code>npx assay eval AGENT</code>
        </div>
      )}
    </main>
  );
}

function sentence(count: number): string {
  if (count === 0) return "No runs yet.";
  return count === 1 ? "One run." : `${count} runs, the newest first.`;
}
