import type { MatrixCell as Cell } from "../../../../core/folds/matrix.ts";
import { isErred, meets } from "../../../../core/verdict.ts";
import type { State } from "../../../components/glyph.tsx";
import { amountText, reasonWords, scoreText } from "../../../lib/words.ts";
import type { Columns } from "../use-run.ts";
import type { CaseEntry } from "./use-case-pages.ts";

/** A metric with its place among the cells of a row. */
export type Column = Columns["metrics"][number] & { readonly place: number };

/** Those that have a say in verdicts; the others where somebody asks for them. */
export function columnsOf(columns: Columns | undefined, isAll: boolean): readonly Column[] {
  const all = columns?.metrics.map((metric, place) => ({ ...metric, place })) ?? [];
  const deciding = all.filter(({ threshold }) => threshold !== undefined);
  return isAll || deciding.length === 0 ? all : deciding;
}

export type Figure = "cost" | "latency" | "tokens";

/** Of what each case took, that which is known of any. */
export function figuresOf(columns: Columns | undefined): readonly Figure[] {
  const all = ["cost", "latency", "tokens"] as const;
  return all.filter((name) => columns === undefined || columns.figures[name].n > 0);
}

/** What is not evaluated because something broke is told apart from what has nothing to compare with. */
export function stateOfCell({ status, reason }: Cell): State {
  if (status === "informational") return "passed";
  return status === "not-evaluated" && isErred(status, reason) ? "errored" : status;
}

export function stateOfRow({ status, reason }: Pick<CaseEntry, "status" | "reason">): State {
  if (status === undefined) return "pending";
  return isErred(status, reason) ? "errored" : status;
}

/** The cell while its threshold is being moved: the server says it exactly a moment later. */
export function withTried(cell: Cell, tried: number | undefined, column: Column): Cell {
  const { status, score } = cell;
  const isMeasured = status === "passed" || status === "failed";
  const isOwn = cell.threshold !== column.threshold && cell.was === undefined;
  if (tried === undefined || !isMeasured || score === undefined || cell.threshold === tried) {
    return cell;
  }
  if (isOwn) return cell;
  const now = meets(score, tried, column.direction) ? "passed" : "failed";
  const own = cell.was ?? status;
  const { was: _, ...rest } = cell;
  return { ...rest, status: now, threshold: tried, ...(now !== own && { was: own }) };
}

export function cellText(cell: Cell): string {
  const { status, score, reason } = cell;
  if (status === "informational") return score === undefined ? "" : amountText(score);
  if (score === undefined || status === "not-evaluated") {
    return reason === undefined ? "not evaluated" : reasonWords[reason];
  }
  return scoreText(score);
}

interface SpokenCell {
  readonly row: CaseEntry;
  readonly name: string;
  readonly cell: Cell;
  readonly direction: Column["direction"];
  readonly planned: number;
}

/** "refund_eu, trajectory, 0.50, below the threshold 1.00, failed 2 of 5". */
export function spokenCell({ row, name, cell, direction, planned }: SpokenCell): string {
  const { status, score, threshold, trials } = cell;
  const said = [row.evalId, name];
  if (status === "informational") said.push(score === undefined ? "unknown" : amountText(score));
  else if (status === "not-evaluated") said.push("not evaluated", cellText(cell));
  else {
    const beyond = direction === "lower" ? "above" : "below";
    const words = status === "failed" ? `${beyond} the threshold` : "meets the threshold";
    if (score !== undefined) said.push(scoreText(score));
    if (threshold !== undefined) said.push(`${words} ${scoreText(threshold)}`);
    said.push(status);
  }
  if (trials !== undefined) {
    const failed = trials.filter((each) => each === "failed").length;
    said.push(`failed ${failed} of ${planned}`);
  }
  if (cell.was !== undefined) said.push(`what-if: it ${cell.was}`);
  return said.join(", ");
}
