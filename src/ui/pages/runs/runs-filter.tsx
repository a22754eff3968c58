import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import { FilterBox } from "../../components/filter/filter-box.tsx";
import { runHints } from "../../components/filter/filter-hints.ts";
import { SavedViews } from "../../components/kept/saved-views.tsx";

/** Narrows down the list, as it is typed; every term can be taken out again. The address says it. */
export function RunsFilter({ problems }: { readonly problems: readonly FilterProblem[] }) {
  const { filter = "" } = useSearch({ from: "/runs" });
  const navigate = useNavigate({ from: "/runs" });
  const show = (text: string) =>
    navigate({ search: text === "" ? {} : { filter: text }, replace: true });
  return (
    <div className="filters">
      <FilterBox
        label="Filter runs"
        placeholder="status:failed agent:support_desk metric.tool_trajectory<0.8 cost:>0.05"
        filter={filter}
        hints={runHints}
        problems={problems}
        onFilter={show}
      />
      <span className="row push">
        <SavedViews
          list="runs"
          current={filter === "" ? {} : { filter }}
          onChoose={({ filter: kept }) => show(typeof kept === "string" ? kept : "")}
        />
      </span>
    </div>
  );
}
