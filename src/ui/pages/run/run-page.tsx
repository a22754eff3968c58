import { useParams } from "@tanstack/react-router";
import { Problem } from "../../components/problem.tsx";
import { Matrix } from "./matrix.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunHead } from "./run-head.tsx";
import { RunStats } from "./run-stats.tsx";
import { useRun } from "./use-run.ts";

/** One run: its verdict in a sentence, its numbers, and every case against every metric. */
export function RunPage() {
  const { run } = useParams({ from: "/runs/$run" });
  const { data, error } = useRun(run);
  return (
    <main className="main run-main">
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <>
          <RunHead run={data} />
          <RunStats run={data} />
          <RunFilters run={data} />
          <Matrix run={data} />
        </>
      )}
    </main>
  );
}
