import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FilterBox } from "../../../components/filter/filter-box.tsx";
import { logHints } from "../../../components/filter/filter-hints.ts";
import { Problem } from "../../../components/problem.tsx";
import { call } from "../../../lib/api.ts";
import type { RunTabProps } from "../use-run.ts";
import { LogList } from "./log-list.tsx";

const types = [
  ["", "All events"],
  ["case-end", "Cases that ended"],
  ["turn-end", "Turns"],
  ["call-end", "Model calls of ours"],
  ["case-start", "Cases that began"],
  ["run-end", "Ends of the run"],
] as const;

/** What the run wrote to its journal, in its order. */
export function LogTab({ run }: RunTabProps) {
  const { event, words } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const log = useInfiniteQuery({
    queryKey: ["run", run.runId, "log", event, words],
    queryFn: ({ pageParam, signal }) =>
      call("GET /runs/:run/log", {
        params: { run: run.runId },
        query: { since: pageParam, type: event, filter: words },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? null,
    placeholderData: keepPreviousData,
  });
  if (log.error !== null) return <Problem error={log.error} />;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="work">
      <div className="filters">
        <FilterBox
          label="Filter events"
          placeholder="status:failed case:refund event:call-end"
          filter={words ?? ""}
          hints={logHints}
          problems={log.data?.pages[0]?.problems}
          onFilter={(text) =>
            void navigate({
              search: (now) => ({ ...now, words: text || undefined }),
              replace: true,
            })
          }
        />
        <label className="sel">
          <span className="sr">Events shown</span>
          <select
            value={event ?? ""}
            onChange={({ target }) =>
              navigate({
                search: (now) => ({ ...now, event: target.value || undefined }),
                replace: true,
              })
            }
          >
            {types.map(([type, text]) => (
              <option key={type} value={type}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <span />
      <LogList
        run={run.runId}
        entries={entries}
        startedAt={run.startedAt}
        isReading={log.data === undefined}
        onEnd={() => {
          if (log.hasNextPage && !log.isFetching) void log.fetchNextPage();
        }}
      />
    </div>
  );
}
