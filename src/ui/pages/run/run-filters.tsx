import { useNavigate, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import type { Reply } from "../../lib/api.ts";
import type { StatusFilter } from "./run-search.ts";

type Run = Reply<"GET /runs/:run">;

/** Which cases are shown; the address says it, so that a link shows the same. */
export function RunFilters({ run }: { readonly run: Run }) {
  const search = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const show = (status: StatusFilter | undefined) =>
    navigate({ search: (now) => ({ ...now, status }), replace: true });
  const { cases, passed, failed, notEvaluated, notRun, flaky } = run.totals;
  const counts = [
    ["failed", "Failed", failed],
    ["not-evaluated", "Not evaluated", notEvaluated - notRun],
    ["pending", run.state === "running" ? "Pending" : "Never ran", notRun],
    ["passed", "Passed", passed],
    ["flaky", "Flaky", flaky],
  ] as const;
  return (
    <div className="filters">
      <label className="field">
        <Icon name="search" />
        <span className="sr">Filter cases by id</span>
        <input
          value={search.text ?? ""}
          placeholder="Filter by case id"
          onChange={({ target }) =>
            navigate({
              search: (now) => ({ ...now, text: target.value || undefined }),
              replace: true,
            })
          }
        />
      </label>
      <fieldset className="seg" aria-label="Which cases">
        <button
          type="button"
          aria-pressed={search.status === undefined}
          onClick={() => show(undefined)}
        >
          All {cases}
        </button>
        {counts
          .filter(([, , count]) => count > 0)
          .map(([status, words, count]) => (
            <button
              key={status}
              type="button"
              aria-pressed={search.status === status}
              onClick={() => show(status)}
            >
              {status !== "flaky" && <Glyph state={status} isSilent />}
              {words} {count}
            </button>
          ))}
      </fieldset>
    </div>
  );
}
