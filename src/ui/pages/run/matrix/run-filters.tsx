import { useNavigate, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../../components/glyph.tsx";
import { SavedViews } from "../../../components/kept/saved-views.tsx";
import { numberText } from "../../../lib/amounts.ts";
import { type RunSearch, readRunSearch, type StatusFilter } from "../run-search.ts";
import type { Run } from "../use-run.ts";
import { FilterField } from "./filter-field.tsx";

/** Which cases are shown; the address says it, so that a link shows the same. */
export function RunFilters({ run }: { readonly run: Run }) {
  const search = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const show = (status: StatusFilter | undefined) =>
    navigate({ search: (now) => ({ ...now, status }), replace: true });
  const { cases, passed, failed, notEvaluated, notRun, flaky } = run.totals;
  const isOver = run.state !== "running";
  const counts = [
    ["failed", "Failed", failed],
    ["errored", "Errored", run.errored],
    ["not-evaluated", "Not evaluated", notEvaluated - notRun],
    ["pending", isOver ? "Never ran" : "Pending", notRun],
    ["flaky", "Flaky", flaky],
    ["passed", "Passed", passed],
  ] as const;
  return (
    <div className="filters">
      <FilterField run={run} />
      <fieldset className="seg" aria-label="Which cases">
        <button
          type="button"
          aria-pressed={search.status === undefined}
          onClick={() => show(undefined)}
        >
          All {numberText(cases)}
        </button>
        {counts
          .filter(([status, , count]) => count > 0 || search.status === status)
          .map(([status, words, count]) => (
            <button
              key={status}
              type="button"
              aria-pressed={search.status === status}
              title={status === "errored" ? "Of those that failed or were not evaluated" : words}
              onClick={() => show(status)}
            >
              {status !== "flaky" && (
                <Glyph state={status === "pending" && isOver ? "skipped" : status} isSilent />
              )}
              <span className={status === "flaky" ? undefined : "wide"}>{words}</span>{" "}
              {numberText(count)}
            </button>
          ))}
      </fieldset>
      <span className="row push">
        <SavedViews
          list="cases"
          current={viewIn(search)}
          onChoose={(view) =>
            navigate({ search: (now) => ({ ...withoutView(now), ...readRunSearch(view) }) })
          }
        />
      </span>
    </div>
  );
}

/** What of the address is a way to look at cases, whichever run it is. */
function viewIn({ status, filter, sort, reverse, group, rows, columns }: RunSearch) {
  const view = { status, filter, sort, reverse, group, rows, columns };
  const said = Object.entries(view).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return Object.fromEntries(said);
}

function withoutView({ tab, whatif, case: evalId, set, event, words }: RunSearch): RunSearch {
  return { tab, whatif, case: evalId, set, event, words };
}
