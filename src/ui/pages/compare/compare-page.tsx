import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { PageProblem } from "../../components/problem.tsx";
import { RunPicker } from "../../components/run-picker.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { call } from "../../lib/api.ts";
import { ChangedCases } from "./changed-cases.tsx";
import { CompareHead } from "./compare-head.tsx";
import { ComparedCase } from "./compared-case.tsx";
import { CostQualityTable } from "./cost-quality-table.tsx";
import { MetricTable } from "./metric-table.tsx";
import { shownComparison } from "./shown-comparison.ts";
import { Warnings } from "./warnings.tsx";
import { WhatDiffers } from "./what-differs.tsx";

/** Is B better than A: the verdict in a sentence, then how sure that is, then which cases changed and how. */
export function ComparePage() {
  const { runs, metric, pick, beside } = useSearch({ from: "/compare" });
  const { data, error } = useQuery({
    queryKey: ["compare", runs, metric],
    queryFn: ({ signal }) => call("GET /compare", { query: { runs, metric }, signal }),
    enabled: runs !== undefined,
    // what goes on is followed
    refetchInterval: ({ state }) => ((state.data?.running.length ?? 0) > 0 ? 2_000 : false),
  });
  if (runs === undefined || pick === true) {
    return (
      <main className="main">
        <div className="pagehead">
          <h1>Compare</h1>
          <p className="lead">
            Choose two runs or more. The first is A, which the others are held against.
          </p>
        </div>
        <RunPicker chosen={data?.runs.map(({ runId }) => runId) ?? []} />
      </main>
    );
  }
  if (error !== null) {
    return (
      <PageProblem error={error}>
        <p className="problem-again">
          <Link to="/compare">Choose other runs</Link>
        </p>
      </PageProblem>
    );
  }
  if (data === undefined) return <Waiting what="Comparing the runs, case by case." />;
  const { compared, running } = data;
  if (compared === undefined) return <NothingYet running={running} />;
  const shown = shownComparison(data, compared, beside);
  return (
    <main className="main compare">
      <div>
        <CompareHead shown={shown} />
        <GoingOn running={running} of={data.runs.length} />
        <Warnings warnings={shown.comparison.warnings} />
        {shown.several !== undefined && (
          <CostQualityTable several={shown.several} runs={data.runs} />
        )}
      </div>
      <div className="top">
        <MetricTable comparison={shown.comparison} />
        <WhatDiffers shown={shown} />
      </div>
      <div className="low">
        <ChangedCases comparison={shown.comparison} />
        <ComparedCase shown={shown} />
      </div>
    </main>
  );
}

function GoingOn({ running, of }: { readonly running: readonly string[]; readonly of: number }) {
  if (running.length === 0) return null;
  return (
    <p className="note" role="status">
      <span>
        {running.length} of {of} still {running.length === 1 ? "goes" : "go"} on. The numbers are of
        the cases that have ended in all of them, and change until then.
      </span>
    </p>
  );
}

/** Runs that began a moment ago. */
function NothingYet({ running }: { readonly running: readonly string[] }) {
  return (
    <main className="main" aria-busy="true">
      <div className="pagehead">
        <h1>Compare</h1>
        <p className="lead" role="status">
          No case has ended in all of them yet. They are compared as soon as one has.
        </p>
        <ul>
          {running.map((run) => (
            <li key={run}>
              <Link className="mono" to="/runs/$run" params={{ run }}>
                {run}
              </Link>{" "}
              goes on
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
