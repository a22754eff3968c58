import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { CaseHead } from "./case-head.tsx";
import { Evidence } from "./evidence.tsx";
import { Outline } from "./outline.tsx";
import { TurnDiff } from "./turn-diff.tsx";
import { turnsOf } from "./turns.ts";

/** One conversation: what was expected beside what happened, aligned, with the reason and every metric's evidence. */
export function CaseResultPage() {
  const { run, evalId } = useParams({ from: "/runs/$run/cases/$evalId" });
  const { set = "", trial = 1, turn } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const query = { set, case: evalId, trial: trial - 1 };
  const { data, error } = useQuery({
    queryKey: ["run", run, "conversation", set, evalId, trial],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/conversation", { params: { run }, query, signal }),
  });
  if (error !== null) {
    return (
      <main className="main">
        <Problem error={error} />
      </main>
    );
  }
  if (data === undefined) return <main className="main" aria-busy="true" />;
  const { result, trials } = data;
  const turns = turnsOf(result);
  const firstBad = turns.findIndex(({ state }) => state !== "passed");
  const place = Math.min(turn === undefined ? Math.max(firstBad, 0) : turn - 1, turns.length - 1);
  const shown = turns[place];
  return (
    <main className="main">
      <CaseHead result={result} trials={trials} turns={turns} />
      <div className="panes">
        <Outline run={run} result={result} turns={turns} at={place} trials={trials} />
        <section className="pane" aria-label="What happened">
          {shown === undefined ? (
            <p className="empty">No turn was finished.</p>
          ) : (
            <TurnDiff turn={shown} at={place} of={turns.length} />
          )}
          {result.output !== undefined && <Printed text={result.output} />}
        </section>
        <Evidence result={result} at={place} />
      </div>
    </main>
  );
}

function Printed({ text }: { readonly text: string }) {
  return (
    <div className="sect">
      <h2>What the agent printed</h2>
      <pre className="printed">{text}</pre>
    </div>
  );
}
