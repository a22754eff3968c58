import { useNavigate, useSearch } from "@tanstack/react-router";
import { filterText, termText } from "../../../core/filter/filter-text.ts";
import { parseFilter } from "../../../core/filter/parse-filter.ts";
import { Icon } from "../../components/icon.tsx";
import { SavedViews } from "../../components/kept/saved-views.tsx";

/** Narrows down the list, as it is typed; every term can be taken out again. The address says it. */
export function RunsFilter() {
  const { filter = "" } = useSearch({ from: "/runs" });
  const navigate = useNavigate({ from: "/runs" });
  const { terms, problems } = parseFilter(filter);
  const show = (text: string) =>
    navigate({ search: text === "" ? {} : { filter: text }, replace: true });
  const [problem] = problems;
  return (
    <div className="filters">
      <label className="field">
        <Icon name="search" />
        <span className="sr">Filter runs</span>
        <input
          data-filter
          value={filter}
          placeholder="status:failed agent:support_desk metric.tool_trajectory<0.8 cost:>0.05"
          aria-invalid={problem !== undefined}
          onChange={({ target }) => show(target.value)}
        />
        <span className="kbd wide" aria-hidden="true">
          /
        </span>
      </label>
      {terms.map((term) => (
        <span key={termText(term)} className="chip mono">
          {termText(term)}
          <button
            type="button"
            aria-label={`Without ${termText(term)}`}
            onClick={() => show(filterText(terms.filter((each) => each !== term)))}
          >
            ×
          </button>
        </span>
      ))}
      <span className="row push">
        <SavedViews
          list="runs"
          current={filter === "" ? {} : { filter }}
          onChoose={({ filter: kept }) => show(typeof kept === "string" ? kept : "")}
        />
      </span>
      {problem !== undefined && <span className="t-fail small">{problem.message}</span>}
    </div>
  );
}
