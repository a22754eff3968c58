import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { PageProblem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { SetTrends } from "../trends/set-trends.tsx";
import { SetCases } from "./set-cases.tsx";
import { SetHead } from "./set-head.tsx";
import { SetSettings } from "./set-settings.tsx";
import { SetTabs } from "./set-tabs.tsx";

/** One eval set: its cases, what is wrong with them, and what it says of itself. */
export function SetPage() {
  const { set: id } = useParams({ from: "/sets/$set" });
  const { tab = "cases" } = useSearch({ from: "/sets/$set" });
  const { data, error } = useQuery({
    queryKey: ["set", id],
    queryFn: ({ signal }) => call("GET /sets/:set", { params: { set: id }, signal }),
    refetchInterval: 5_000,
  });
  if (data === undefined) {
    if (error !== null) return <PageProblem error={error} />;
    return (
      <main className="main">
        <div className="skeleton" aria-busy="true" />
      </main>
    );
  }
  return (
    <main className="main set-main">
      <SetHead set={data} />
      <SetTabs count={data.cases.length} evalSetId={data.evalSetId} />
      {tab === "settings" && <SetSettings key={data.id} set={data} />}
      {tab === "trends" && <SetTrends set={data.id} />}
      {tab === "cases" && <SetCases set={data} />}
    </main>
  );
}
