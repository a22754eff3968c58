import type { ComparedRun, Comparison } from "../../core/analysis/comparison.ts";
import type { GateResult } from "../../core/analysis/gate.ts";
import { plural } from "../text/amount-text.ts";
import { padEnd, padStart, truncateMiddle, widthOf, wrap } from "../text/text-width.ts";
import type { DrawOptions } from "../text/trajectory-text.ts";
import { caseChangeLines } from "./case-change-lines.ts";
import { efficiencyRows, type FigureRow, figureHead, figureRows } from "./figure-rows.ts";
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
    ...gateLines(drawing),
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
  const figures = figureRows(compared, say);
  const medians = efficiencyRows(compared);
  const head = [plural(compared.passRate.a.n, "case"), ...figureHead, ""];
  const rows = [...figures, ...medians];
  const widths = head.map((_, column) =>
    Math.max(
      ...[head, ...rows.map(({ cells }) => cells)].map((cells) => widthOf(cells[column] ?? "")),
    ),
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  // long names give way, so that a figure stays on its line
  widths[0] = Math.max(10, Math.min(widths[0] ?? 0, columns - others - 1));
  const line = (cells: readonly string[]) =>
    `  ${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        if (column === 0) return padEnd(truncateMiddle(cell, width), width);
        return column === cells.length - 1 ? cell : padStart(cell, width);
      })
      .join("  ")}`.trimEnd();
  const method = wrap(methodsText(compared), columns - 4).map((text) => paint.quiet(`  ${text}`));
  return [
    paint.quiet(line(head)),
    ...figures.map((row) => painted(line(row.cells), row, drawing)),
    ...(medians.length === 0 ? [] : [paint.quiet("  medians, and of the differences")]),
    ...medians.map((row) => line(row.cells)),
    ...method,
  ];
}

function painted(line: string, { verdict }: FigureRow, { paint }: DrawOptions): string {
  if (verdict === "better") return line.replace(/better$/, (word) => paint.good(word));
  return verdict === "worse" ? line.replace(/worse$/, (word) => paint.bad(word)) : line;
}

function gateLines({ gates = [], say, paint, columns }: ComparisonDrawing): readonly string[] {
  if (gates.length === 0) return [];
  const glyphs = { met: paint.good("✓"), "not-met": paint.bad("✗"), undecided: paint.doubt("–") };
  return [
    "",
    ...gates.flatMap(({ gate, outcome, why }) => [
      `  ${glyphs[outcome]} gate ${say.line(gate)}: ${outcome.replace("-", " ")}`,
      ...wrap(say.line(why), columns - 6).map((text) => `    ${text}`),
    ]),
  ];
}
