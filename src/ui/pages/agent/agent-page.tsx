import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Lines } from "../../components/plots/lines.tsx";
import { PageProblem } from "../../components/problem.tsx";
import { RateCell } from "../../components/rate-cell.tsx";
import { NewRun } from "../../components/run-dialog/new-run.tsx";
import { dollarsText, numberText } from "../../lib/amounts.ts";
import { call, type Reply } from "../../lib/api.ts";
import { percentText, secondsText } from "../../lib/words.ts";
import { RunRows } from "../overview/recent-runs.tsx";
import { AgentParts } from "./agent-parts.tsx";
import { AgentSets } from "./agent-sets.tsx";

/** One agent: how it stands, its eval sets, and its last runs. */
export function AgentPage() {
  const { agent } = useParams({ from: "/agents/$agent" });
  const { data, error } = useQuery({
    queryKey: ["agent", agent],
    queryFn: ({ signal }) => call("GET /agents/:agent/overview", { params: { agent }, signal }),
    refetchInterval: 10_000,
  });
  if (error !== null && data === undefined) return <PageProblem error={error} />;
  return (
    <main className="main agent">
      {data === undefined && (
        <>
          <header className="pagehead">
            <h1>{agent}</h1>
            <p className="lead muted said-later" role="status">
              Reading its runs.
            </p>
          </header>
          <div className="wait-block" aria-busy="true" />
        </>
      )}
      {data !== undefined && <Agent detail={data} />}
    </main>
  );
}

type Detail = Reply<"GET /agents/:agent/overview">;

function Agent({ detail }: { readonly detail: Detail }) {
  const { agent, folder, overview, runs } = detail;
  const last = overview?.last;
  return (
    <>
      <header className="pagehead">
        <div className="row">
          <h1>{agent}</h1>
          {folder !== undefined && (
            <div className="btns push">
              {/* a dot alone is no step of an address */}
              <Link
                className="btn"
                to="/agents/$agent/chat"
                params={{ agent: folder === "." ? agent : folder }}
              >
                Chat
              </Link>
              <NewRun scope={{ agent: folder }} keys="r" isPrimary />
            </div>
          )}
        </div>
        <p className="lead">{sentence(detail)}</p>
        <dl className="facts">
          {folder !== undefined && (
            <div>
              <dt>folder</dt>
              <dd className="mono">{folder === "." ? "the served folder" : folder}</dd>
            </div>
          )}
          {last !== undefined && last.models.length > 0 && (
            <div>
              <dt>models of judges and users</dt>
              <dd className="mono">{last.models.join(", ")}</dd>
            </div>
          )}
        </dl>
      </header>
      {last !== undefined && (
        <dl className="stats">
          <div>
            <dt>Pass rate of the last run</dt>
            <dd>
              <RateCell run={last} reference={last.against?.passRate} />
            </dd>
          </div>
          <div>
            <dt>Flaky cases</dt>
            <dd>
              {numberText(last.flaky)} of {numberText(last.cases - last.notRun)}
            </dd>
          </div>
          {last.p95 !== null && (
            <div>
              <dt>Time, 95 of 100 conversations</dt>
              <dd>{secondsText(last.p95)}</dd>
            </div>
          )}
          {last.cost !== null && (
            <div>
              <dt>Cost of the last run</dt>
              <dd>{dollarsText(last.cost)}</dd>
            </div>
          )}
        </dl>
      )}
      <div className="lower">
        <section className="pane" aria-labelledby="agent-runs">
          <div className="head">
            <h2 id="agent-runs">Runs</h2>
            <span className="small muted">
              {runs.length} of {overview?.runs ?? 0}
            </span>
          </div>
          {runs.length > 1 && overview !== undefined && <PassRates overview={overview} />}
          {runs.length > 0 && <RunRows runs={runs} isOfOneAgent />}
          {runs.length === 0 && <p className="sect muted">No run of it has ended yet.</p>}
        </section>
        <div className="pane">
          <AgentSets detail={detail} />
          {folder !== undefined && <AgentParts folder={folder} />}
        </div>
      </div>
    </>
  );
}

function PassRates({
  overview: { passRates },
}: {
  readonly overview: NonNullable<Detail["overview"]>;
}) {
  const known = passRates.filter((share) => share !== null);
  const label = `Pass rate of the last ${passRates.length} whole runs, now ${percentText(known.at(-1) ?? 0)}`;
  return (
    <div className="sect">
      <h3>{label}</h3>
      <Lines
        label={label}
        points={passRates.map((value) => ({ value, interval: null }))}
        scale={[0, 1]}
      />
    </div>
  );
}

function sentence({ overview, sets, folder }: Detail): string {
  const last = overview?.last;
  if (last === undefined) {
    if (folder === undefined) return "No run of it has ended yet.";
    return sets.length === 0
      ? "It never ran, and its folder has no eval set yet."
      : "It never ran. Its eval sets are ready.";
  }
  const { failed, passed, notEvaluated, against } = last;
  const all = passed + failed + notEvaluated;
  const how =
    failed === 0 && notEvaluated === 0
      ? `All ${numberText(all)} cases passed in its last run.`
      : `${numberText(failed)} of ${numberText(all)} cases failed in its last run${notEvaluated > 0 ? `, ${numberText(notEvaluated)} were not evaluated` : ""}.`;
  return against === undefined ? how : `${how} ${against.words} against ${against.text}.`;
}
