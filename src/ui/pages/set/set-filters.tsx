import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import { naturalOrder } from "../../../core/text/natural-order.ts";
import { FilterBox } from "../../components/filter/filter-box.tsx";
import { setHints } from "../../components/filter/filter-hints.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { SavedViews } from "../../components/kept/saved-views.tsx";
import { numberText } from "../../lib/amounts.ts";
import { type CaseRow, countOf } from "./case-rows.ts";
import { readSetSearch, type Show } from "./set-search.ts";

const shows: readonly (readonly [show: Show, words: string, state: State | undefined])[] = [
  ["failed", "Failing", "failed"],
  ["flaky", "Flaky", undefined],
  ["problems", "With problems", "errored"],
  ["never", "Never run", "pending"],
  ["quarantined", "Quarantined", "skipped"],
];

interface SetFiltersProps {
  readonly rows: readonly CaseRow[];
  /** What of the filter cannot be asked. */
  readonly problems: readonly FilterProblem[];
}

/** Which cases are shown; the address says it, so that a link shows the same. */
export function SetFilters({ rows, problems }: SetFiltersProps) {
  const search = useSearch({ from: "/sets/$set" });
  const navigate = useNavigate({ from: "/sets/$set" });
  const hints = useMemo(() => setHints(namesIn(rows)), [rows]);
  const show = (next: Show | undefined) =>
    void navigate({ search: (now) => ({ ...now, only: next }), replace: true });
  return (
    <div className="filters">
      <FilterBox
        label="Filter cases"
        placeholder="tag:money tool:refund status:failed flaky:>20%"
        filter={search.filter ?? ""}
        hints={hints}
        problems={problems}
        onFilter={(text) =>
          void navigate({
            search: (now) => ({ ...now, filter: text || undefined }),
            replace: true,
          })
        }
      />
      <fieldset className="seg" aria-label="Which cases">
        <button
          type="button"
          aria-pressed={search.only === undefined}
          onClick={() => show(undefined)}
        >
          All {numberText(rows.length)}
        </button>
        {shows.map(([each, words, state]) => {
          const count = countOf(rows, each);
          if (count === 0 && search.only !== each) return null;
          return (
            <button
              key={each}
              type="button"
              aria-pressed={search.only === each}
              onClick={() => show(each)}
            >
              {state !== undefined && <Glyph state={state} isSilent />}
              {words} {numberText(count)}
            </button>
          );
        })}
      </fieldset>
      <span className="row push">
        <SavedViews
          list="set"
          current={{
            ...(search.filter !== undefined && { filter: search.filter }),
            ...(search.only !== undefined && { only: search.only }),
          }}
          onChoose={(view) => void navigate({ search: readSetSearch(view) })}
        />
      </span>
    </div>
  );
}

function namesIn(rows: readonly CaseRow[]) {
  const names = (of: (row: CaseRow) => readonly string[]) =>
    [...new Set(rows.flatMap(of))].filter(Boolean).toSorted(naturalOrder);
  return {
    tags: names(({ tags }) => tags),
    tools: names(({ tools, otherTools = [] }) => [...tools, ...otherTools]),
  };
}
