import { Link, useSearch } from "@tanstack/react-router";
import { numberText } from "../../lib/amounts.ts";
import { ViewChoices } from "./matrix/view-choices.tsx";
import { type RunTab, runTabs } from "./run-search.ts";
import type { RunTabProps } from "./use-run.ts";

const words: Readonly<Record<RunTab, string>> = {
  matrix: "Matrix",
  clusters: "Clusters",
  cost: "Cost",
  config: "Config",
  log: "Log",
};

/** The ways to look at a run, each with an address. */
export function RunTabs({ run, columns }: Pick<RunTabProps, "run" | "columns">) {
  const { tab = "matrix" } = useSearch({ from: "/runs/$run" });
  const { failed, notEvaluated, notRun } = run.totals;
  const unwell = failed + notEvaluated - notRun;
  return (
    <div className="tabs">
      <div role="tablist" aria-label="Run">
        {runTabs.map((each) => (
          <Link
            key={each}
            role="tab"
            aria-selected={each === tab}
            aria-controls={each === tab ? "run-tab" : undefined}
            from="/runs/$run"
            to="."
            search={(now) => ({ ...now, tab: each === "matrix" ? undefined : each })}
          >
            {words[each]}
            {each === "clusters" && unwell > 0 && (
              <span className="faint">{numberText(unwell)}</span>
            )}
          </Link>
        ))}
      </div>
      {tab === "matrix" && <ViewChoices run={run} columns={columns} />}
    </div>
  );
}
