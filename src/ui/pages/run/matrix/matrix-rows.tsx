import { useRouter } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { MouseEvent, RefObject } from "react";
import type { Run } from "../use-run.ts";
import type { Column, Figure } from "./cell-state.ts";
import { GroupRow, UnreadRow, WaitingRow } from "./group-row.tsx";
import { MatrixRow } from "./matrix-row.tsx";
import type { Tried } from "./tried.ts";
import { type CasePages, PAGE } from "./use-case-pages.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useSelectedCase } from "./use-selected-case.ts";

interface MatrixRowsProps {
  readonly run: Run;
  readonly pages: CasePages;
  readonly count: number;
  readonly metrics: readonly Column[];
  readonly figures: readonly Figure[];
  readonly tried: Tried;
  readonly isBare: boolean;
  readonly isRoomy: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows of other pages are near. */
  readonly onSight: (first: number, last: number) => void;
}

/** The rows in sight. They alone are drawn anew while somebody scrolls: heads, feet and what is asked of the server rest. */
export function MatrixRows(props: MatrixRowsProps) {
  const { run, pages, count, metrics, figures, tried, isBare, isRoomy, scroller, onSight } = props;
  const width = metrics.length + figures.length + 1;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isRoomy ? 40 : 28),
    overscan: 6,
    scrollPaddingStart: isBare ? 200 : 80,
    scrollPaddingEnd: 48,
    onChange: ({ range }) => {
      if (range === null) return;
      // only another page asks for something: rows that are there are drawn by the virtualizer alone
      const pageOf = (index: number) => PAGE * Math.floor(index / PAGE);
      onSight(pageOf(range.startIndex), pageOf(range.endIndex + PAGE / 2));
    },
  });
  const selected = useSelectedCase(pages);
  const keys = useGridKeys({ count, columns: width, pages, virtual, scroller });
  const items = virtual.getVirtualItems();
  const isOver = run.state !== "running";
  const router = useRouter();
  function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link === null || !isPlain) return;
    event.preventDefault();
    router.history.push(link.getAttribute("href") ?? "");
  }
  return (
    <tbody onClick={follow} onKeyDown={keys.onKeyDown}>
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
            isSelected={selected?.evalId === entry.evalId && selected.evalSetId === entry.evalSetId}
            isOver={isOver}
            isBare={isBare}
            focus={focus}
          />
        );
      })}
      <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={width} />
    </tbody>
  );
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
