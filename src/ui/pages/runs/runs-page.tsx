import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { parseFilter } from "../../../core/filter/parse-filter.ts";
import { CommandBlock } from "../../components/command-block.tsx";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { RunsFilter } from "./runs-filter.tsx";
import { RunsTable } from "./runs-table.tsx";

const PAGE = 100;

/** Every run of this workspace, or those that a filter is about, the newest first. */
export function RunsPage() {
  const { filter } = useSearch({ from: "/runs" });
  // what cannot be read yet is still being typed
  const asked =
    filter !== undefined && parseFilter(filter).problems.length > 0 ? undefined : filter;
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
  return (
    <main className="main runs-main">
      <div className="pagehead">
        <h1>Runs</h1>
        {count !== undefined && <p className="lead">{sentence(count, asked !== undefined)}</p>}
      </div>
      <RunsFilter />
      {error !== null && data === undefined && <Problem error={error} />}
      {runs.length > 0 && (
        <RunsTable runs={runs}>
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

function sentence(count: number, isFiltered: boolean): string {
  if (isFiltered) return count === 1 ? "One run is like that." : `${count} runs are like that.`;
  if (count === 0) return "No runs yet.";
  return count === 1 ? "One run." : `${count} runs, the newest first.`;
}
