import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Icon } from "../../components/icon.tsx";

/** The field in which sessions are looked for. */
export const FILTER = "filter-sessions";

interface FiltersProps {
  readonly all: number;
  readonly agents: readonly { readonly name: string; readonly count: number }[];
}

/** Which sessions are shown. */
export function LiveFilters({ all, agents }: FiltersProps) {
  const { agent, text = "" } = useSearch({ from: "/live" });
  const navigate = useNavigate({ from: "/live" });
  return (
    <div className="filters">
      <label className="field grow">
        <Icon name="search" />
        <input
          id={FILTER}
          aria-label="Filter sessions"
          placeholder="Words, tools, agents, ids"
          value={text}
          onChange={({ target }) =>
            void navigate({
              search: (before) => ({ ...before, text: target.value || undefined }),
              replace: true,
            })
          }
        />
      </label>
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
    </div>
  );
}
