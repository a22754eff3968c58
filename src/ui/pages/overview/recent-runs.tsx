import { Link } from "@tanstack/react-router";
import { Glyph, type State } from "../../components/glyph.tsx";
import { RateCell } from "../../components/rate-cell.tsx";
import { dollarsText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import { timeText } from "../../lib/words.ts";

type Overview = Reply<"GET /overview">;
type Run = Overview["recent"][number];

/** The last runs of all agents. */
export function RecentRuns({ overview: { recent, runs } }: { readonly overview: Overview }) {
  return (
    <section className="pane" aria-labelledby="recent-title">
      <div className="head">
        <h2 id="recent-title">Recent runs</h2>
        <span className="small muted">
          {recent.length} of {runs}
        </span>
        <Link className="push small" to="/runs">
          All runs
        </Link>
      </div>
      <RunRows runs={recent} />
    </section>
  );
}

interface RunRowsProps {
  readonly runs: readonly Run[];
  /** The page around them names it. */
  readonly isOfOneAgent?: boolean;
}

/** Runs, a line each. */
export function RunRows({ runs, isOfOneAgent = false }: RunRowsProps) {
  return (
    <table className="rowlist">
      <thead>
        <tr>
          <th scope="col">Run</th>
          {!isOfOneAgent && (
            <th scope="col" className="wide">
              Agent
            </th>
          )}
          <th scope="col">Passed, 95% interval</th>
          <th scope="col">Against baseline</th>
          <th scope="col" className="num wide">
            Cost
          </th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.runId} run={run} isOfOneAgent={isOfOneAgent} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ run, isOfOneAgent }: { readonly run: Run; readonly isOfOneAgent: boolean }) {
  const { runId, shortId, name, sets, agent, against, cost, startedAt } = run;
  return (
    <tr>
      <th scope="row">
        <Link
          className="plain row"
          to="/runs/$run"
          params={{ run: runId }}
          data-row={run.failed > 0 ? "failed" : ""}
        >
          <Glyph state={stateOf(run)} />
          {name ?? sets.join(", ")} <span className="mono faint">{shortId}</span>
        </Link>
      </th>
      {!isOfOneAgent && <td className="wide mono muted">{agent}</td>}
      <td>
        <RateCell run={run} />
      </td>
      <td title={against && `Against ${against.text}`}>
        {run.state === "ended" || run.state === "stopped-early" ? (
          (against?.words ?? <span className="muted">nothing to compare with</span>)
        ) : (
          <span className="muted">Stopped, {run.notRun} cases never ran</span>
        )}
      </td>
      <td className="num wide muted">
        {cost === null ? <span className="faint small">not known</span> : dollarsText(cost)}
      </td>
      <td className="muted">{timeText(startedAt)}</td>
    </tr>
  );
}

function stateOf({ failed, passed, notEvaluated }: Run): State {
  if (failed > 0) return "failed";
  return notEvaluated > 0 || passed === 0 ? "not-evaluated" : "passed";
}
