import { useNavigate, useSearch } from "@tanstack/react-router";
import { Glyph, type State } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { numberText } from "../../lib/amounts.ts";
import { type CaseRow, countOf } from "./case-rows.ts";
import type { Show } from "./set-search.ts";

const shows: readonly (readonly [show: Show, words: string, state: State | undefined])[] = [
  ["failed", "Failing", "failed"],
  ["flaky", "Flaky", undefined],
  ["problems", "With problems", "errored"],
  ["never", "Never run", "pending"],
  ["quarantined", "Quarantined", "skipped"],
];

/** Which cases are shown; the address says it, so that a link shows the same. */
export function SetFilters({ rows }: { readonly rows: readonly CaseRow[] }) {
  const search = useSearch({ from: "/sets/$set" });
  const navigate = useNavigate({ from: "/sets/$set" });
  const show = (next: Show | undefined) =>
    void navigate({ search: (now) => ({ ...now, only: next }), replace: true });
  return (
    <div className="filters">
      <label className="field">
        <Icon name="search" />
        <span className="sr">Filter cases</span>
        <input
          data-filter=""
          value={search.text ?? ""}
          placeholder="Words of the id or the first line, tag:money, tool:refund"
          onChange={({ target }) =>
            void navigate({
              search: (now) => ({ ...now, text: target.value || undefined }),
              replace: true,
            })
          }
        />
        <kbd className="kbd wide">/</kbd>
      </label>
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
    </div>
  );
}
