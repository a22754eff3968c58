import { Link } from "@tanstack/react-router";
import type { MatrixCell as Cell, MatrixRow as Row } from "../../../core/folds/matrix.ts";
import type { Direction } from "../../../core/verdict.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { Repeats } from "../../components/repeats.tsx";
import type { Reply } from "../../lib/api.ts";
import { amountText, reasonWords, scoreText, secondsText } from "../../lib/words.ts";
import { heatOf } from "./heat.ts";

type Run = Reply<"GET /runs/:run">;

interface MatrixRowProps {
  readonly row: Row;
  readonly at: number;
  readonly run: Run;
  /** Of the metrics, in the order of the cells. */
  readonly names: readonly string[];
}

export function MatrixRow({ row, at, run, names }: MatrixRowProps) {
  const { trials: planned } = run.about;
  const settings = run.about.sets.find((set) => set.evalSetId === row.evalSetId)?.config.metrics;
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row">
        <Link
          className="c"
          to="/runs/$run/cases/$evalId"
          params={{ run: run.runId, evalId: row.evalId }}
          search={{ set: row.evalSetId, trial: worstTrial(row) }}
          title={row.detail}
        >
          <Glyph state={stateOfRow(row)} />
          <span className="mono clip">{row.evalId}</span>
          {planned > 1 && (
            <Repeats trials={row.trials.map(({ status }) => status)} planned={planned} />
          )}
        </Link>
      </th>
      {names.map((name, place) => (
        <CellOf
          key={name}
          cell={row.cells[place] ?? null}
          row={row}
          direction={settings?.find((setting) => setting.name === name)?.direction}
          planned={planned}
        />
      ))}
      <td className="num">
        <span className="c num">{row.seconds === undefined ? "" : secondsText(row.seconds)}</span>
      </td>
    </tr>
  );
}

interface CellProps {
  readonly cell: Cell | null;
  readonly row: Row;
  readonly direction: Direction | undefined;
  readonly planned: number;
}

function CellOf({ cell, row, direction = "higher", planned }: CellProps) {
  if (cell === null) return <NoCell row={row} />;
  if (cell.status === "informational") {
    return (
      <td>
        <span className="c faint">{cell.score === undefined ? "" : amountText(cell.score)}</span>
      </td>
    );
  }
  const state = stateOfCell(cell);
  const words =
    cell.score === undefined || state === "not-evaluated" ? reasonOf(cell) : scoreText(cell.score);
  return (
    <td className={heatOf(cell, direction, state)}>
      <span className="c">
        <Glyph state={state} />
        {words}
        {cell.trials !== undefined && <Repeats trials={cell.trials} planned={planned} />}
      </span>
    </td>
  );
}

/** What has not run yet keeps its place; what broke says so in every cell; blank means only that it does not apply. */
function NoCell({ row: { status, reason } }: { readonly row: Row }) {
  if (status === undefined) {
    return (
      <td className="wa">
        <span className="c">
          <Glyph state="pending" />
        </span>
      </td>
    );
  }
  if (reason === undefined) return <td />;
  return (
    <td className="ne">
      <span className="c">
        <Glyph state="not-evaluated" />
        {reasonWords[reason]}
      </span>
    </td>
  );
}

function reasonOf({ reason }: Cell): string {
  return reason === undefined ? "not evaluated" : reasonWords[reason];
}

/** From 1: the first that failed, else the first that did not pass. */
function worstTrial({ trials }: Row): number {
  const failed = trials.find(({ status }) => status === "failed");
  const unclear = trials.find(({ status }) => status === "not-evaluated");
  return ((failed ?? unclear)?.trial ?? 0) + 1;
}

const errors = new Set(["agent-error", "timeout", "metric-error", "simulator-fault"]);

function stateOfCell({ status, reason }: Cell): State {
  if (status === "informational") return "passed";
  return status === "not-evaluated" && errors.has(reason ?? "") ? "errored" : status;
}

/** What threw or hung is told apart from what was only wrong. */
function stateOfRow({ status, reason }: Row): State {
  if (status === undefined) return "pending";
  return status !== "passed" && errors.has(reason ?? "") ? "errored" : status;
}
