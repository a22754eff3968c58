import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { Glyph, type State } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { timeText } from "../../lib/words.ts";

type Run = Reply<"GET /runs">["runs"][number];

interface RunsTableProps {
  readonly runs: readonly Run[];
  /** Below the rows. */
  readonly children?: ReactNode;
}

export function RunsTable({ runs, children }: RunsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "run", hasFailures: true });
  return (
    <div className="pane" ref={list}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Agent</th>
            <th scope="col">Eval sets</th>
            <th scope="col" className="num">
              Passed
            </th>
            <th scope="col" className="num">
              Failed
            </th>
            <th scope="col" className="num">
              Not evaluated
            </th>
            <th scope="col" className="wide">
              Metrics
            </th>
            <th scope="col">Started</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.runId} run={run} />
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const { runId, shortId, name, totals } = run;
  return (
    <tr>
      <th scope="row">
        <Link
          to="/runs/$run"
          params={{ run: runId }}
          className="row plain"
          data-row={totals.failed > 0 ? "failed" : ""}
        >
          <Glyph state={stateOf(run)} />
          <span className="mono">{name ?? shortId}</span>
          {run.state !== "ended" && <span className="chip">{stateWords[run.state]}</span>}
        </Link>
      </th>
      <td>{run.agent}</td>
      <td className="clip">{run.sets.join(", ")}</td>
      <td className="num">
        {totals.passed} of {totals.cases}
      </td>
      <td className="num">{totals.failed}</td>
      <td className="num">{totals.notEvaluated}</td>
      <td className="clip wide faint small">{run.metrics.join(", ")}</td>
      <td>{run.startedAt === "" ? "" : timeText(run.startedAt)}</td>
    </tr>
  );
}

const stateWords: Readonly<Record<Exclude<Run["state"], "ended">, string>> = {
  running: "running",
  unfinished: "cut off",
  interrupted: "interrupted",
  "stopped-early": "stopped early",
  damaged: "damaged",
};

/** Nothing measured is not a pass, and neither is what has not ended. */
function stateOf({ state, totals }: Run): State {
  if (state === "running") return "pending";
  if (state === "damaged") return "errored";
  if (totals.failed > 0) return "failed";
  return totals.notEvaluated > 0 || totals.passed === 0 ? "not-evaluated" : "passed";
}
