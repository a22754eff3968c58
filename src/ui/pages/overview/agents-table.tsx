import { Link } from "@tanstack/react-router";
import { Glyph, type State } from "../../components/glyph.tsx";
import { Sparkline } from "../../components/plots/sparkline.tsx";
import { RateCell } from "../../components/rate-cell.tsx";
import { dollarsText, numberText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import { secondsText, timeText } from "../../lib/words.ts";

type Agent = Reply<"GET /overview">["agents"][number];
type Running = Reply<"GET /runs/running">["runs"];

interface AgentsTableProps {
  /** Where the page is about nothing else, its own heading says it. */
  readonly isAlone?: boolean;
  readonly agents: readonly Agent[];
  readonly running: Running;
}

/** One row an agent: how it stands, and where it is going. */
export function AgentsTable({ agents, running, isAlone = false }: AgentsTableProps) {
  return (
    <section className="agentwrap" aria-labelledby="agents-title">
      <div className="head">
        <h2 id="agents-title" className={isAlone ? "sr" : undefined}>
          Agents
        </h2>
        <span className="small muted">The dashed tick is the baseline</span>
      </div>
      <table className="rowlist tall">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Pass rate, 95% interval</th>
            <th scope="col" className="wide">
              Last 20 runs
            </th>
            <th scope="col">Against baseline</th>
            <th scope="col">Flaky cases</th>
            <th scope="col" className="num wide">
              Cost per run
            </th>
            <th scope="col" className="num wide">
              Time p95
            </th>
            <th scope="col">Last run</th>
          </tr>
        </thead>
        <tbody>
          {agents.map((each) => (
            <AgentRow
              key={each.agent}
              agent={each}
              running={running.find((run) => run.agent === each.agent)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface AgentRowProps {
  readonly agent: Agent;
  readonly running: Running[number] | undefined;
}

function AgentRow({ agent: { agent, last, passRates, before }, running }: AgentRowProps) {
  return (
    <tr>
      <th scope="row">
        <Link className="plain mono" to="/agents/$agent" params={{ agent }}>
          {agent}
        </Link>
      </th>
      <td>
        {last === undefined ? (
          <span className="row">
            <Glyph state={running === undefined ? "not-evaluated" : "pending"} isSilent />
            <span className="muted">no run has ended</span>
          </span>
        ) : (
          <RateCell run={last} state={stateOf(last)} reference={last.against?.passRate} />
        )}
      </td>
      <td className="wide">
        <Sparkline shares={passRates} />
      </td>
      <td>
        <Against last={last} />
      </td>
      <td>
        {last !== undefined &&
          `${numberText(last.flaky)} of ${numberText(last.cases - last.notRun)}`}
      </td>
      <td className="num wide">
        <Trend now={last?.cost} before={before.cost} format={dollarsText} />
      </td>
      <td className="num wide">
        <Trend now={last?.p95} before={before.p95} format={secondsText} />
      </td>
      <td>
        <LastRun last={last} running={running} />
      </td>
    </tr>
  );
}

function Against({ last }: Pick<Agent, "last">) {
  if (last === undefined) return null;
  if (last.against === undefined) return <span className="muted">nothing to compare with yet</span>;
  const { words, broke, fixed, text } = last.against;
  const changes = [broke > 0 && `${broke} broke`, fixed > 0 && `${fixed} recovered`].filter(
    Boolean,
  );
  return (
    <span title={`Against ${text}`}>
      {words}
      {changes.length > 0 && <span className="small muted roomy"> {changes.join(", ")}</span>}
    </span>
  );
}

interface TrendProps {
  readonly now: number | null | undefined;
  readonly before: number | undefined;
  readonly format: (value: number) => string;
}

/** A figure, and how far it is from the middle of the runs before where that is a tenth or more. */
function Trend({ now, before, format }: TrendProps) {
  if (now === null || now === undefined) return <span className="faint small">not known</span>;
  const isMoved = before !== undefined && before > 0 && Math.abs(now - before) / before >= 0.1;
  return (
    <span
      title={
        before === undefined ? undefined : `${format(before)} in the middle of the runs before`
      }
    >
      {isMoved && <span className="small muted roomy">was {format(before)} </span>}
      {format(now)}
    </span>
  );
}

function LastRun({ last, running }: Pick<Agent, "last"> & Pick<AgentRowProps, "running">) {
  if (running !== undefined) {
    return (
      <>
        <Link to="/runs/$run" params={{ run: running.runId }}>
          {running.name ?? running.shortId}
        </Link>{" "}
        <span className="muted">running</span>
      </>
    );
  }
  if (last === undefined) return null;
  return (
    <>
      <Link to="/runs/$run" params={{ run: last.runId }}>
        {last.name ?? last.shortId}
      </Link>{" "}
      <span className="muted">{timeText(last.startedAt)}</span>
    </>
  );
}

function stateOf({ failed, passed, notEvaluated }: NonNullable<Agent["last"]>): State {
  if (failed > 0) return "failed";
  return notEvaluated > 0 || passed === 0 ? "not-evaluated" : "passed";
}
