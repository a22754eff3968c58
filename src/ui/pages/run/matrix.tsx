import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { metricName } from "../../../core/text/metric-name.ts";
import { Problem } from "../../components/problem.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { MatrixRow } from "./matrix-row.tsx";

type Run = Reply<"GET /runs/:run">;

const PAGE = 200;
const ROW = 28;

/** Every case against every metric. Only the rows in sight are drawn, and only those near it are fetched. */
export function Matrix({ run }: { readonly run: Run }) {
  const { status, text } = useSearch({ from: "/runs/$run" });
  const params = { run: run.runId };
  const cases = useInfiniteQuery({
    queryKey: ["run", run.runId, "cases", status, text],
    queryFn: ({ pageParam, signal }) =>
      call("GET /runs/:run/cases", {
        params,
        query: { offset: pageParam, limit: PAGE, status, text, sort: "status" },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * PAGE < last.count ? pages.length * PAGE : null,
    placeholderData: keepPreviousData,
  });
  const rows = cases.data?.pages.flatMap((page) => page.rows) ?? [];
  const names = cases.data?.pages[0]?.metrics ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = cases;
  useEffect(() => {
    if (last >= rows.length - 50 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (cases.error !== null) return <Problem error={cases.error} />;
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="mxwrap" ref={scroller}>
      <table className="mx" aria-rowcount={cases.data?.pages[0]?.count}>
        <thead>
          <tr>
            <th scope="col">
              <span className="name">Case</span>
            </th>
            {names.map((name) => (
              <th key={name} scope="col" title={name}>
                <span className="name">{metricName(name)}</span>
                <span className="cap">{thresholdText(run, name)}</span>
              </th>
            ))}
            <th scope="col" className="num">
              <span className="name">Time</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return row && <MatrixRow key={key} row={row} at={index} run={run} names={names} />;
          })}
          <Spacer height={below} />
        </tbody>
      </table>
      {rows.length === 0 && cases.data !== undefined && (
        <p className="empty">No case is like that. Choose All to see every case.</p>
      )}
    </div>
  );
}

/** Holds the place of rows that are out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}

function thresholdText({ about }: Run, name: string): string {
  const settings = about.sets.flatMap(({ config }) => config.metrics);
  const found = settings.find((metric) => metric.name === name && metric.threshold !== undefined);
  if (found?.threshold === undefined) return "informs";
  return `${found.direction === "lower" ? "≤" : "≥"} ${found.threshold}`;
}
