import { useSearch } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { CaseLine } from "./case-line.tsx";
import { type CaseRow, rowsFor } from "./case-rows.ts";
import { CasesHead } from "./cases-head.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { SetFilters } from "./set-filters.tsx";
import { SetProblems } from "./set-problems.tsx";
import { useSelection } from "./use-selection.ts";

const ROW = 28;

/** The cases of a set. Only the rows in sight are drawn. */
export function SetCases({ set }: { readonly set: Reply<"GET /sets/:set"> }) {
  const search = useSearch({ from: "/sets/$set" });
  const { shown: rows, problems } = rowsFor(set.cases, search);
  const selection = useSelection(rows.map(nameOf), set.cases.map(nameOf));
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  useRowKeys(scroller, { noun: "case", hasFailures: true });
  useKeys([
    { keys: "x", does: "Select", run: () => pick(false) },
    { keys: "X", does: "Select up to here", run: () => pick(true) },
    {
      keys: "Escape",
      does: "Select nothing",
      run: selection.clear,
      isOff: selection.ids.size === 0,
    },
  ]);
  function pick(isRange: boolean): void {
    const id = document.activeElement?.closest<HTMLElement>("[data-case]")?.dataset.case;
    if (id !== undefined) selection.toggle(id, isRange);
  }
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="set-cases">
      <SetFilters rows={set.cases} problems={problems} />
      <div>
        <SetProblems set={set} />
      </div>
      <div className="mxwrap" ref={scroller}>
        <table className="caselist" aria-rowcount={rows.length + 1}>
          <CasesHead
            rows={rows}
            isAll={rows.length > 0 && rows.every((row) => selection.ids.has(nameOf(row)))}
            onAll={selection.all}
          />
          <tbody>
            {above > 0 && <tr style={{ height: above }} />}
            {items.map(({ index, key }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const name = nameOf(row);
              return (
                <CaseLine
                  key={key}
                  set={set.id}
                  row={row}
                  name={name}
                  at={index}
                  isSelected={selection.ids.has(name)}
                  onToggle={(isRange) => selection.toggle(name, isRange)}
                />
              );
            })}
            {below > 0 && <tr style={{ height: below }} />}
          </tbody>
        </table>
        {rows.length === 0 && set.cases.length > 0 && (
          <p className="empty">
            No case is like that. Choose All and clear the filter to see every case.
          </p>
        )}
      </div>
      {selection.ids.size > 0 && (
        <SelectionBar set={set} names={[...selection.ids]} onClear={selection.clear} />
      )}
    </div>
  );
}

/** One without an id that can be read is called by its place. */
function nameOf({ evalId, index }: CaseRow): string {
  return evalId === "" ? `#${index + 1}` : evalId;
}
