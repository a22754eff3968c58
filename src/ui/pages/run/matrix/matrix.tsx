import { useRouter, useSearch } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import { Problem } from "../../../components/problem.tsx";
import type { Columns, Run } from "../use-run.ts";
import { columnsOf, figuresOf } from "./cell-state.ts";
import { GroupRow, UnreadRow, WaitingRow } from "./group-row.tsx";
import { MatrixFoot } from "./matrix-foot.tsx";
import { MatrixHead } from "./matrix-head.tsx";
import { MatrixRow } from "./matrix-row.tsx";
import type { Tried } from "./tried.ts";
import { PAGE, useCasePages } from "./use-case-pages.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useSelectedCase } from "./use-selected-case.ts";
import { useUsualOrder } from "./use-usual-order.ts";

interface MatrixProps {
  readonly run: Run;
  readonly columns: Columns | undefined;
  readonly tried: Tried;
  /** A threshold is being moved; undefined when it has been. */
  readonly onMove: (tried: Tried | undefined) => void;
}

/** From so many metrics on names are turned, and a cell is a glyph. */
const ROTATED = 8;

/** Every case against every metric. Only the rows in sight are drawn, and only those near it are fetched. */
export function Matrix({ run, columns, tried, onMove }: MatrixProps) {
  const search = useSearch({ from: "/runs/$run" });
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<readonly [number, number]>([0, 0]);
  const isAll = search.columns === "all";
  // rows are drawn again only where something of them is another
  const metrics = useMemo(() => columnsOf(columns, isAll), [columns, isAll]);
  const figures = useMemo(() => figuresOf(columns), [columns]);
  const width = metrics.length + figures.length + 1;
  const usual = useUsualOrder(run);
  const pages = useCasePages(run.runId, sight[0], sight[1], usual);
  const waiting = waitingRows(run, search);
  const count = (pages.count ?? 0) + waiting;
  const isRotated = metrics.length >= ROTATED;
  const isRoomy = search.rows === "roomy";
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isRoomy ? 40 : 28),
    overscan: 12,
    scrollPaddingStart: isRotated ? 200 : 80,
    scrollPaddingEnd: 48,
    onChange: ({ range }) => {
      if (range === null) return;
      // only another page asks for something: rows that are there are drawn by the virtualizer alone
      const pageOf = (index: number) => PAGE * Math.floor(index / PAGE);
      const [first, last] = [pageOf(range.startIndex), pageOf(range.endIndex + PAGE / 2)];
      setSight((now) => (now[0] === first && now[1] === last ? now : [first, last]));
    },
  });
  const selected = useSelectedCase(pages);
  const keys = useGridKeys({ count, columns: width, pages, virtual, scroller });
  if (pages.error !== null && pages.count === undefined) return <Problem error={pages.error} />;
  const items = virtual.getVirtualItems();
  const isOver = run.state !== "running";

  function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link === null || !isPlain) return;
    event.preventDefault();
    router.history.push(link.getAttribute("href") ?? "");
  }
  const classes = [
    "mx",
    ...(metrics.length >= ROTATED ? ["rot"] : []),
    ...(isRoomy ? ["roomy"] : []),
  ];
  return (
    <div className="mxwrap" ref={scroller}>
      <table
        className={classes.join(" ")}
        style={{ minWidth: 236 + 72 * figures.length + metrics.length * (isRotated ? 34 : 112) }}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked through is a grid
        role="grid"
        aria-label="Cases by metrics"
        aria-rowcount={count + 1}
        aria-colcount={width}
        aria-busy={pages.isPlaceholder}
        onClick={follow}
        onKeyDown={keys.onKeyDown}
        onPointerOver={tellCell}
      >
        <MatrixHead
          run={run}
          columns={metrics}
          tried={tried}
          onMove={onMove}
          usual={usual}
          figures={figures}
        />
        <tbody>
          <Spacer height={items[0]?.start ?? 0} columns={width} />
          {items.map(({ index, key }) => {
            const entry = pages.at(index);
            const focus = keys.focus[0] === index ? keys.focus[1] : undefined;
            if (entry === undefined && index < (pages.count ?? 0)) {
              return <UnreadRow key={key} at={index} columns={width} />;
            }
            if (entry === undefined) {
              return (
                <WaitingRow
                  key={key}
                  at={index}
                  metrics={metrics.length}
                  figures={figures.length}
                  isOver={isOver}
                />
              );
            }
            if (!("evalId" in entry)) {
              return <GroupRow key={key} group={entry} at={index} columns={width} />;
            }
            return (
              <MatrixRow
                key={key}
                row={entry}
                at={index}
                run={run.runId}
                planned={run.about.trials}
                columns={metrics}
                figures={figures}
                tried={tried}
                isSelected={
                  selected?.evalId === entry.evalId && selected.evalSetId === entry.evalSetId
                }
                isOver={isOver}
                focus={focus}
              />
            );
          })}
          <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={width} />
        </tbody>
        {columns !== undefined && (
          <MatrixFoot
            metrics={metrics}
            figures={figures}
            columns={columns}
            ended={run.totals.cases - run.totals.notRun}
          />
        )}
      </table>
      {count === 0 && pages.count !== undefined && (
        <p className="empty">No case is like that. Choose All to see every case.</p>
      )}
    </div>
  );
}

/** What a cell says in full is its title from the moment that somebody points at it: thousands of titles take their time. */
function tellCell({ target }: { readonly target: EventTarget }): void {
  const cell = (target as Element).closest("td [aria-label]");
  const words = cell?.getAttribute("aria-label");
  if (words) cell?.setAttribute("title", words);
}

/** Cases that have not begun have no name yet, and their places are kept. */
function waitingRows({ totals }: Run, { status, filter, group }: WaitingSearch): number {
  const isWhole = filter === undefined && group === undefined;
  return isWhole && (status === undefined || status === "pending") ? totals.notRun : 0;
}

interface WaitingSearch {
  readonly status?: string | undefined;
  readonly filter?: string | undefined;
  readonly group?: string | undefined;
}

/** Holds the place of rows that are out of sight. */
function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
