import { lazyRouteComponent, useParams, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { PageProblem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { MatrixTab } from "./matrix/matrix-tab.tsx";
import { RunHead } from "./run-head.tsx";
import { RunNews } from "./run-news.tsx";
import type { RunTab } from "./run-search.ts";
import { RunStats } from "./run-stats.tsx";
import { RunTabs } from "./run-tabs.tsx";
import { useBaseline, useColumns, useRun } from "./use-run.ts";

const tabs = {
  matrix: MatrixTab,
  clusters: lazyRouteComponent(() => import("./clusters/clusters-tab.tsx"), "ClustersTab"),
  cost: lazyRouteComponent(() => import("./cost/cost-tab.tsx"), "CostTab"),
  config: lazyRouteComponent(() => import("./config/config-tab.tsx"), "ConfigTab"),
  log: lazyRouteComponent(() => import("./log/log-tab.tsx"), "LogTab"),
} satisfies Record<RunTab, unknown>;

/** One run: its verdict in a sentence, its numbers, and every case against every metric. */
export function RunPage() {
  const { run: asked } = useParams({ from: "/runs/$run" });
  const { tab = "matrix", whatif } = useSearch({ from: "/runs/$run" });
  const { data: run, error } = useRun(asked);
  const columns = useColumns(asked, whatif);
  const baseline = useBaseline(run);
  if (run === undefined) {
    if (error === null) return <Waiting what="Reading the run." />;
    return <PageProblem error={error} />;
  }
  const Tab = tabs[tab];
  return (
    <main className="main run-main">
      <RunHead run={run} baseline={baseline.data} isComing={baseline.isLoading} />
      <RunStats
        run={run}
        columns={columns.data}
        baseline={baseline.data}
        isComing={baseline.isLoading}
      />
      <RunTabs run={run} columns={columns.data} />
      <section className="run-tab" aria-label={tab} id="run-tab" role="tabpanel">
        <Suspense fallback={<div className="wait-block" aria-busy="true" />}>
          <Tab run={run} columns={columns.data} baseline={baseline.data} />
        </Suspense>
      </section>
      <RunNews run={run} />
    </main>
  );
}
