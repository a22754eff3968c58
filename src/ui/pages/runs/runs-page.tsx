import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { CommandBlock } from "../../components/command-block.tsx";
import { askedOfRuns } from "../../components/filter/asked-of-runs.ts";
import { Problem } from "../../components/problem.tsx";
import { numberText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { RunsFilter } from "./runs-filter.tsx";
import { RunsTable } from "./runs-table.tsx";

const PAGE = 100;

/** Every run of this workspace, or those that a filter is about, the newest first. */
export function RunsPage() {
  const { filter } = useSearch({ from: "/runs" });
  const { asked, problems } = askedOfRuns(filter);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["runs", asked],
    queryFn: ({ pageParam, signal }) =>
      call("GET /runs", { query: { limit: PAGE, offset: pageParam, filter: asked }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * PAGE < last.count ? pages.length * PAGE : null,
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
  });
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  const count = data?.pages[0]?.count;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ids = runs.map(({ runId }) => runId);
  // the list is the newest first, and what came earlier is A
  const inOrder = chosen.toSorted((one, other) => ids.indexOf(other) - ids.indexOf(one));
  const toggle = (runId: string) =>
    setChosen(
      chosen.includes(runId) ? chosen.filter((each) => each !== runId) : [...chosen, runId],
    );
  return (
    <main className="main runs-main">
      <div className="pagehead">
        <div className="row">
          <h1>Runs</h1>
          {chosen.length > 0 && <Compare chosen={inOrder} onClear={() => setChosen([])} />}
        </div>
        {count !== undefined && <p className="lead">{sentence(count, asked !== undefined)}</p>}
      </div>
      <RunsFilter problems={problems} />
      {error !== null && data === undefined && <Problem error={error} />}
      {data === undefined && error === null && <div className="wait-block" aria-busy="true" />}
      {runs.length > 0 && (
        <RunsTable runs={runs} chosen={chosen} onToggle={toggle}>
          {hasNextPage && (
            <button
              type="button"
              className="btn s"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </button>
          )}
        </RunsTable>
      )}
      {count === 0 && asked === undefined && (
        <div className="empty">
          <p>Nothing was run here yet. In a terminal:</p>
          <CommandBlock command="npx assay eval AGENT" />
        </div>
      )}
      {count === 0 && asked !== undefined && (
        <p className="empty muted">No run is like that. Take out a term to see more.</p>
      )}
    </main>
  );
}

interface CompareProps {
  readonly chosen: readonly string[];
  readonly onClear: () => void;
}

/** One alone is compared with its baseline. */
function Compare({ chosen, onClear }: CompareProps) {
  return (
    <div className="btns push">
      <button type="button" className="btn ghost" onClick={onClear}>
        Clear
      </button>
      <Link className="btn primary" to="/compare" search={{ runs: chosen.join(",") }}>
        {chosen.length === 1 ? "Compare with its baseline" : `Compare ${chosen.length} runs`}
      </Link>
    </div>
  );
}

function sentence(count: number, isFiltered: boolean): string {
  if (isFiltered)
    return count === 1 ? "One run is like that." : `${numberText(count)} runs are like that.`;
  if (count === 0) return "No runs yet.";
  return count === 1 ? "One run." : `${numberText(count)} runs, the newest first.`;
}
