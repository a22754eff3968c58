import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { metricName } from "../../../core/text/metric-name.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { numberText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { timeText } from "../../lib/words.ts";

type Run = Reply<"GET /runs">["runs"][number];

interface RunsTableProps extends ChosenRuns {
  readonly runs: readonly Run[];
  /** Below the rows. */
  readonly children?: ReactNode;
}

interface ChosenRuns {
  /** Those that are to be compared. */
  readonly chosen: readonly string[];
  readonly onToggle: (runId: string) => void;
}

export function RunsTable({ runs, children, ...choice }: RunsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "run", hasFailures: true });
  useKeys([{ keys: "x", does: "Choose the run to compare it", run: chooseFocused }]);
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
            <RunRow key={run.runId} run={run} {...choice} />
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

function chooseFocused(): void {
  document.activeElement?.closest("tr")?.querySelector("input")?.click();
}

interface RunRowProps extends ChosenRuns {
  readonly run: Run;
}

function RunRow({ run, chosen, onToggle }: RunRowProps) {
  const { runId, shortId, name, totals } = run;
  const isChosen = chosen.includes(runId);
  return (
    <tr aria-selected={isChosen}>
      <th scope="row">
        <span className="row">
          <input
            type="checkbox"
            aria-label={`Choose ${name ?? shortId} to compare it`}
            checked={isChosen}
            onChange={() => onToggle(runId)}
          />
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
        </span>
      </th>
      <td>{run.agent}</td>
      <td className="clip" title={run.sets.join(", ")}>
        {run.sets.join(", ")}
      </td>
      <td className="num">
        {numberText(totals.passed)} of {numberText(totals.cases)}
      </td>
      <td className="num">{numberText(totals.failed)}</td>
      <td className="num">{numberText(notEvaluatedIn(run))}</td>
      <td className="clip wide faint small" title={run.metrics.join(", ")}>
        {run.metrics.map(metricName).join(", ")}
      </td>
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

/** What a run has yet to do, or never did, is not left unmeasured. */
function notEvaluatedIn({ totals }: Run): number {
  return totals.notEvaluated - totals.notRun;
}

/** Nothing measured is not a pass, and neither is what has not ended. */
function stateOf({ state, totals }: Run): State {
  if (state === "running") return "pending";
  if (state === "damaged") return "errored";
  if (totals.failed > 0) return "failed";
  return totals.notEvaluated > 0 || totals.passed === 0 ? "not-evaluated" : "passed";
}
