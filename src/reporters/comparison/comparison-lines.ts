import type { ComparedRun, Comparison } from "../../core/analysis/comparison.ts";
import type { GateResult } from "../../core/analysis/gate.ts";
import { plural } from "../text/amount-text.ts";
import { toldGateLines } from "../text/gate-text.ts";
import { padEnd, padStart, truncateMiddle, widthOf, wrap } from "../text/text-width.ts";
import type { DrawOptions } from "../text/trajectory-text.ts";
import { caseChangeLines } from "./case-change-lines.ts";
import { efficiencyRows, figureHead, figureRows } from "./figure-rows.ts";
import { methodsText } from "./methods-text.ts";

export interface ComparisonDrawing extends DrawOptions {
  /** How a run is called on the command line. */
  readonly nameOf: (runId: string) => string;
  readonly timeOf: (iso: string) => string;
  readonly gates?: readonly GateResult[] | undefined;
}

/** Two runs for reading: what they are, what to know before any number, the verdict, the numbers, the cases that changed. */
export function comparisonLines(
  compared: Comparison,
  drawing: ComparisonDrawing,
): readonly string[] {
  const { gates = [] } = drawing;
  return [
    "",
    runLine("A", compared.a, drawing),
    runLine("B", compared.b, drawing),
    ...warningLines(compared, drawing),
    "",
    ...sentenceLines(compared, drawing),
    "",
    ...tableLines(compared, drawing),
    ...caseChangeLines(compared, drawing),
    ...(gates.length === 0 ? [] : toldGateLines(gates, drawing)),
  ];
}

/** `A  4c1e · baseline · dice · 2026-11-14 09:15 · git 77c0e1b`. */
function runLine(side: string, run: ComparedRun, drawing: ComparisonDrawing): string {
  const { say, paint, nameOf, timeOf } = drawing;
  const facts = [
    nameOf(run.runId),
    ...(run.name === undefined ? [] : [run.name]),
    run.agent,
    timeOf(run.startedAt),
    ...(run.trials > 1 ? [`${run.trials} trials`] : []),
    ...(run.git === undefined
      ? []
      : [`git ${run.git.commit.slice(0, 7)}${run.git.dirty ? " with changes" : ""}`]),
  ];
  return `  ${paint.strong(side)}  ${say.line(facts.join(" · "))}`;
}

function warningLines({ warnings }: Comparison, { say, paint, columns }: DrawOptions) {
  if (warnings.length === 0) return [];
  return [
    "",
    ...warnings.flatMap(({ text }) =>
      wrap(say.line(text), columns - 6).map(
        (line, at) => `  ${at === 0 ? paint.doubt("!") : " "} ${line}`,
      ),
    ),
  ];
}

function sentenceLines({ sentence, verdict }: Comparison, { say, paint, columns }: DrawOptions) {
  const glyph =
    { better: paint.good("✓"), worse: paint.bad("✗") }[verdict as string] ?? paint.quiet("–");
  return wrap(say.line(sentence), columns - 6).map(
    (line, at) => `  ${at === 0 ? glyph : " "} ${paint.strong(line)}`,
  );
}

function tableLines(compared: Comparison, drawing: ComparisonDrawing): readonly string[] {
  const { paint, columns, say } = drawing;
  const head = [plural(compared.passRate.a.n, "case"), ...figureHead, ""];
  const figures = figureRows(compared, say);
  const medians = efficiencyRows(compared);
  const [title = "", ...lines] = aligned([head, ...figures.map(({ cells }) => cells)], columns);
  const middle = ["median", ...figureHead, ""];
  const [medianTitle = "", ...medianLines] = aligned(
    [middle, ...medians.map(({ cells }) => cells)],
    columns,
  );
  return [
    paint.quiet(title),
    ...lines.map((line, at) => painted(line, figures[at]?.verdict, drawing)),
    ...(medians.length === 0 ? [] : ["", paint.quiet(medianTitle), ...medianLines]),
    "",
    ...wrap(methodsText(compared), columns - 4).map((text) => paint.quiet(`  ${text}`)),
  ];
}

const SHORTEST_NAME = 6;

/** Names to the left and numbers to the right. Long names give way, so that a figure stays on its line. */
function aligned(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))),
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  widths[0] = Math.max(SHORTEST_NAME, Math.min(widths[0] ?? 0, columns - others));
  const written = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    if (column === 0) return padEnd(truncateMiddle(cell, width), width);
    return column === head.length - 1 ? cell : padStart(cell, width);
  };
  return rows.map((cells) => `  ${cells.map(written).join("  ")}`.trimEnd());
}

function painted(
  line: string,
  verdict: Comparison["verdict"] | undefined,
  { paint }: DrawOptions,
): string {
  if (verdict === "better") return line.replace(/better$/, (word) => paint.good(word));
  return verdict === "worse" ? line.replace(/worse$/, (word) => paint.bad(word)) : line;
}
