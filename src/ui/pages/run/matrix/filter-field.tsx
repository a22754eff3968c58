import { useNavigate, useSearch } from "@tanstack/react-router";
import { parseFilter } from "../../../../core/filter/parse-filter.ts";
import { Icon } from "../../../components/icon.tsx";

/** Narrows down the cases, in words or in the language of filters. The address says it. */
export function FilterField() {
  const { filter = "" } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const [problem] = parseFilter(filter).problems;
  return (
    <label className="field" title={problem?.message}>
      <Icon name="search" />
      <span className="sr">Filter cases</span>
      <input
        data-filter
        value={filter}
        placeholder="tag:refunds tool:search metric.response<0.8 rep:any"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : "filter-problem"}
        onChange={({ target }) =>
          navigate({
            search: (now) => ({ ...now, filter: target.value || undefined }),
            replace: true,
          })
        }
      />
      {problem !== undefined && (
        <span className="t-fail small clip" id="filter-problem">
          {problem.message}
        </span>
      )}
      <span className="kbd wide" aria-hidden="true">
        /
      </span>
    </label>
  );
}
