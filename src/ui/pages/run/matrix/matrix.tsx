import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { Problem } from "../../../components/problem.tsx";
import { MOST_MARKS } from "../../../components/repeats.tsx";
import type { Columns, Run } from "../use-run.ts";
import { columnsOf, figuresOf } from "./cell-state.ts";
import { MatrixFoot } from "./matrix-foot.tsx";
import { MatrixHead } from "./matrix-head.tsx";
import { MatrixRows } from "./matrix-rows.tsx";
import type { Tried } from "./tried.ts";
import { useCasePages } from "./use-case-pages.ts";
import { useUsualOrder } from "./use-usual-order.ts";

interface MatrixProps {
  readonly run: Run;
  readonly columns: Columns | undefined;
  readonly tried: Tried;
  /** A threshold is being moved; undefined when it has been. */
  readonly onMove: (tried: Tried | undefined) => void;
}

/** A glyph, a score and a mark for each trial stand beside each other; where marks would be too many, a number does. */
function widthOf(trials: number): number {
  return 66 + 8 * (trials > MOST_MARKS ? 5 : Math.max(5, trials));
}

/** From so many metrics on names are turned, and a cell is a glyph. */
const ROTATED = 8;

/** Every case against every metric. Only the rows in sight are drawn, and only those near it are fetched. */
export function Matrix({ run, columns, tried, onMove }: MatrixProps) {
  const search = useSearch({ from: "/runs/$run" });
  // rows mount before what they scroll in, and are drawn once it is there, also where their data was there already
  const [wrap, setWrap] = useState<HTMLDivElement | null>(null);
  const scroller = useMemo(() => ({ current: wrap }), [wrap]);
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
  const each = isRotated ? 34 : widthOf(run.about.trials);
  const isRoomy = search.rows === "roomy";
  const onSight = useCallback(
    (first: number, last: number) =>
      setSight((now) => (now[0] === first && now[1] === last ? now : [first, last])),
    [],
  );
  if (pages.error !== null && pages.count === undefined) return <Problem error={pages.error} />;

  const classes = ["mx", ...(isRotated ? ["rot"] : []), ...(isRoomy ? ["roomy"] : [])];
  return (
    <div className="mxwrap" ref={setWrap}>
      <table
        className={classes.join(" ")}
        style={{ minWidth: 236 + 88 * figures.length + each * metrics.length }}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked through is a grid
        role="grid"
        aria-label="Cases by metrics"
        aria-rowcount={count + 1}
        aria-colcount={width}
        aria-busy={pages.isPlaceholder}
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
        <MatrixRows
          run={run}
          pages={pages}
          count={count}
          metrics={metrics}
          figures={figures}
          tried={tried}
          isBare={isRotated}
          isRoomy={isRoomy}
          scroller={scroller}
          onSight={onSight}
        />
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
