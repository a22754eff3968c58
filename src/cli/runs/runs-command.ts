import { ExitCode } from "../../core/verdict.ts";
import { listRuns, type RunOverview, type RunState } from "../../project/history/list-runs.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { paint } from "../../reporters/text/paint.ts";
import { paintCounts } from "../../reporters/text/run-text.ts";
import { padEnd, truncate, truncateMiddle, widthOf } from "../../reporters/text/text-width.ts";
import { limitOption } from "../arguments/limit-option.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput, Terminal } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { timeText } from "../text/time-text.ts";

/** `assay runs`: what was run here, newest first. */
export async function runsCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const limit = limitOption(options, 20);
  const { runs, count } = await withRuns(input, (store) => listRuns(store, { limit }));
  if (isOn(options, "json")) {
    const rows = runs.map((run) => ({ ...run, endedAt: run.endedAt ?? null }));
    terminal.write(`${JSON.stringify(rows, null, 2)}\n`);
    return ExitCode.passed;
  }
  const lines = runs.length === 0 ? emptyLines() : tableLines(runs, terminal);
  if (count > runs.length) {
    lines.push("", `  ${count - runs.length} older:  assay runs --limit all`);
  }
  terminal.write(`${lines.join("\n")}\n`);
  return ExitCode.passed;
}

function emptyLines(): string[] {
  return ["  There are no runs here yet. Make one with:  assay eval AGENT"];
}

function tableLines(runs: readonly RunOverview[], terminal: Terminal): string[] {
  const named = runs.some(({ name }) => name !== undefined);
  const head = ["run", ...(named ? ["name"] : []), "when", "agent", "eval sets", "cases"];
  const rows = runs.map((run) => [
    run.shortId,
    ...(named ? [cleanLine(run.name ?? "")] : []),
    timeText(run.startedAt),
    cleanLine(run.agent),
    cleanLine(run.sets.join(", ")),
    countsText(run),
  ]);
  // in a pipe a name is whole, and one that is very long moves its own line alone
  const most = terminal.interactive ? Number.POSITIVE_INFINITY : WIDEST_IN_A_PIPE;
  const widths = head.map((_, column) =>
    Math.max(
      ...[head, ...rows].map((row) => widthOf(row[column] ?? "")).filter((width) => width <= most),
    ),
  );
  // on a terminal long names give way, so that a run stays on its line; a program that reads it gets them whole
  if (terminal.interactive) {
    const surplus = () => 2 + sumOf(widths) + 2 * (widths.length - 1) - terminal.columns;
    for (const [place, shortest] of GIVING_WAY) {
      const column = head.indexOf(place);
      if (column === -1) continue;
      const width = widths[column] ?? 0;
      widths[column] = Math.max(Math.min(width, shortest), width - Math.max(0, surplus()));
    }
  }
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => padEnd(cut(cell, column), widths[column] ?? 0)).join("  ")}`.trimEnd();
  const cut = (cell: string, column: number) => {
    if (!terminal.interactive) return cell;
    return (column === head.length - 1 ? truncate : truncateMiddle)(cell, widths[column] ?? 0);
  };
  const { quiet } = paint(terminal.colour);
  return [quiet(line(head)), ...rows.map((row) => paintCounts(line(row), terminal.colour))];
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** A column this wide leaves a run of one set on a line of 80. */
const WIDEST_IN_A_PIPE = 30;

/** Which columns become shorter, in this order, and how short at most. */
const GIVING_WAY = [
  ["eval sets", 16],
  ["agent", 12],
  ["name", 12],
  ["eval sets", 9],
  ["name", 8],
  ["cases", 20],
] as const;

function countsText(run: RunOverview): string {
  const { state, kind } = run;
  if (state === "damaged") return "its beginning is damaged";
  // work that runs no conversations has none to count
  if (kind !== "eval" && kind !== "score") {
    return [kind, ...(state === "ended" ? [] : [stateWords[state]])].join(" · ");
  }
  const counts = verdictCounts(run);
  const facts = [
    counts.length === 0 ? nothingYet(state) : counts.join(", "),
    ...marksOf(run),
    ...leftText(run),
    ...(state === "ended" ? [] : [stateWords[state]]),
  ];
  return facts.join(" · ");
}

function verdictCounts({ totals, state, isDecided }: RunOverview): readonly string[] {
  const { passed, failed, notRun } = totals;
  // what is still to come is no verdict, nor is what was left out on purpose
  const notEvaluated = totals.notEvaluated - (state === "running" || isDecided ? notRun : 0);
  return [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notEvaluated > 0 ? [`${notEvaluated} not evaluated`] : []),
  ];
}

function leftText({ totals: { notRun }, state, isDecided }: RunOverview): readonly string[] {
  if (notRun === 0) return [];
  if (isDecided) return [`decided, ${notRun} not run`];
  return state === "running" ? [`${notRun} to go`] : [];
}

function marksOf({ trials, kind, kept }: Pick<RunOverview, "trials" | "kind" | "kept">) {
  return [
    ...(trials > 1 ? [`${trials} trials`] : []),
    ...(kind === "score" ? ["scored again"] : []),
    ...(kept === true ? ["kept"] : []),
  ];
}

function nothingYet(state: RunState): string {
  return state === "running" ? "none yet" : "no cases";
}

const stateWords: Readonly<Record<Exclude<RunState, "ended" | "damaged">, string>> = {
  interrupted: "interrupted",
  "stopped-early": "stopped early",
  running: "running",
  unfinished: "unfinished",
};
