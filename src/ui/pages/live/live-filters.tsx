import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import { FilterBox } from "../../components/filter/filter-box.tsx";
import { sessionHints } from "../../components/filter/filter-hints.ts";
import { SavedViews } from "../../components/kept/saved-views.tsx";
import { readLiveSearch } from "./live-search.ts";

interface FiltersProps {
  readonly all: number;
  readonly agents: readonly { readonly name: string; readonly count: number }[];
  /** What of the filter cannot be asked. */
  readonly problems: readonly FilterProblem[];
}

/** Which sessions are shown. */
export function LiveFilters({ all, agents, problems }: FiltersProps) {
  const { agent, filter = "" } = useSearch({ from: "/live" });
  const navigate = useNavigate({ from: "/live" });
  return (
    <div className="filters">
      <FilterBox
        label="Filter sessions"
        placeholder="status:failed tool:refund tokens:>5000"
        filter={filter}
        hints={sessionHints(agents.map(({ name }) => name))}
        problems={problems}
        onFilter={(text) =>
          void navigate({
            search: (before) => ({ ...before, filter: text || undefined }),
            replace: true,
          })
        }
      />
      <nav className="seg" aria-label="Agent">
        <Link
          to="/live"
          search={(before) => ({ ...before, agent: undefined })}
          replace
          aria-current={agent === undefined}
        >
          All {all}
        </Link>
        {agents.slice(0, 6).map(({ name, count }) => (
          <Link
            key={name}
            to="/live"
            search={(before) => ({ ...before, agent: name })}
            replace
            aria-current={agent === name}
          >
            {name} {count}
          </Link>
        ))}
      </nav>
      <span className="row push">
        <SavedViews
          list="live"
          current={{
            ...(filter !== "" && { filter }),
            ...(agent !== undefined && { agent }),
          }}
          onChoose={(view) => void navigate({ search: readLiveSearch(view), replace: true })}
        />
      </span>
    </div>
  );
}
