import { useSearch } from "@tanstack/react-router";
import { SetTrends } from "./set-trends.tsx";

/** How the runs of a set went; of the set that ran last where none is named. */
export function TrendsPage() {
  const { set, agent } = useSearch({ from: "/trends" });
  return (
    <main className="main">
      <SetTrends set={set} agent={agent} withHead />
    </main>
  );
}
