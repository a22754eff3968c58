import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ComparedCase as Case } from "../../../core/analysis/comparison.ts";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { BesideTurn } from "./beside-turn.tsx";
import { CaseScores } from "./case-scores.tsx";
import { shownCase } from "./shown-case.ts";
import type { ShownComparison } from "./shown-comparison.ts";

/** One case in both runs: the same trial of each, turn by turn, its calls aligned. */
export function ComparedCase({ shown }: { readonly shown: ShownComparison }) {
  const search = useSearch({ from: "/compare" });
  const { comparison } = shown;
  const each = shownCase(comparison, search);
  const key = each ?? keyIn(search);
  if (key === undefined) {
    return (
      <section className="pane" aria-label="One case in both">
        <p className="empty">Choose a case to lay what A did beside what B did.</p>
      </section>
    );
  }
  return <Beside shown={shown} each={each} evalSetId={key.evalSetId} evalId={key.evalId} />;
}

/** A case that is the same in both can be named in the address too. */
function keyIn({
  set,
  case: evalId,
}: {
  readonly set?: string | undefined;
  readonly case?: string | undefined;
}) {
  return set === undefined || evalId === undefined ? undefined : { evalSetId: set, evalId };
}

interface BesideProps {
  readonly shown: ShownComparison;
  readonly each: Case | undefined;
  readonly evalSetId: string;
  readonly evalId: string;
}

function Beside({ shown: { a, b }, each, evalSetId, evalId }: BesideProps) {
  const known = each?.conversation;
  const { data, error } = useQuery({
    queryKey: ["compare", "case", a.runId, b.runId, evalSetId, evalId],
    queryFn: ({ signal }) =>
      call("GET /compare/case", {
        query: { a: a.runId, b: b.runId, set: evalSetId, case: evalId },
        signal,
      }),
    enabled: known === undefined,
  });
  const conversation = known ?? data?.conversation;
  const search = { set: evalSetId, trial: (conversation?.trial ?? 0) + 1 };
  const to = "/runs/$run/cases/$evalId";
  return (
    <section className="pane" aria-label="One case in both">
      <div className="bar">
        <h2 className="mono clip">{evalId}</h2>
        {conversation !== undefined && a.trials + b.trials > 2 && (
          <span className="small muted">trial {conversation.trial + 1}</span>
        )}
        <span className="btns push">
          <Link className="btn s" to={to} params={{ run: a.runId, evalId }} search={search}>
            Open in A
          </Link>
          <Link className="btn s" to={to} params={{ run: b.runId, evalId }} search={search}>
            Open in B
          </Link>
        </span>
      </div>
      {error !== null && known === undefined && <Problem error={error} />}
      {conversation?.turns.map((turn, at) => (
        <BesideTurn
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the turn's name
          key={at}
          turn={turn}
          at={at}
          of={conversation.turns.length}
          statuses={each === undefined ? undefined : [each.a.status, each.b.status]}
        />
      ))}
      {each !== undefined && <CaseScores each={each} />}
    </section>
  );
}
