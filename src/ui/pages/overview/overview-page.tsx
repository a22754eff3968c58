import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { useRunning } from "../../lib/use-running.ts";
import { AgentsTable } from "./agents-table.tsx";
import { markSeen, newsSince, stillLooking } from "./last-looked.ts";
import { News } from "./news.tsx";
import { OverviewHead } from "./overview-head.tsx";
import { RecentRuns } from "./recent-runs.tsx";
import { Running } from "./running.tsx";
import { Welcome } from "./welcome.tsx";

/** What changed since somebody looked, how every agent stands, and what runs. */
export function OverviewPage() {
  const [since, setSince] = useState(newsSince);
  const running = useRunning().data?.runs ?? [];
  // a run that ends is one less that goes on
  const going = running.map(({ runId }) => runId).join();
  const { data, error } = useQuery({
    queryKey: ["overview", since, going],
    queryFn: ({ signal }) => call("GET /overview", { query: { since }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  useEffect(() => {
    const timer = setInterval(stillLooking, 60_000);
    return () => clearInterval(timer);
  }, []);
  if (data === undefined) {
    return (
      <main className="main overview" aria-busy={error === null}>
        {error === null ? <Skeleton /> : <Problem error={error} />}
      </main>
    );
  }
  if (data.runs === 0) return <Welcome />;
  return (
    <main className="main overview">
      <OverviewHead overview={data} onSeen={() => setSince(markSeen())} />
      <News news={data.news} />
      <AgentsTable agents={data.agents} running={running} />
      <div className="lower">
        <RecentRuns overview={data} />
        <Running runs={running} />
      </div>
    </main>
  );
}

/** The places are kept, so that nothing moves when the numbers come. */
function Skeleton() {
  return (
    <>
      <header className="pagehead">
        <h1>Overview</h1>
        <p className="lead faint">Reading the runs of this folder.</p>
      </header>
      <div className="waiting" />
    </>
  );
}
