import type { ComparedRun, Comparison } from "../../core/analysis/comparison.ts";
import type { GateResult } from "../../core/analysis/gate.ts";
import { MOST_PLACES } from "../../core/text/figure-places.ts";
import { plural } from "../../core/text/plural.ts";
import { toldGateLines } from "../text/gate-text.ts";
import { padEnd, padStart, truncateMiddle, widthOf, wrap, wrapFacts } from "../text/text-width.ts";
import type { DrawOptions } from "../text/trajectory-text.ts";
import { caseChangeLines } from "./case-change-lines.ts";
import { efficiencyRows, figureHead, figureRows } from "./figure-rows.ts";
import { efficiencyNames, shortEfficiencyNames } from "./figure-text.ts";
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
    ...runLines("A", compared.a, drawing),
    ...runLines("B", compared.b, drawing),
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
function runLines(side: string, run: ComparedRun, drawing: ComparisonDrawing): readonly string[] {
  const { say, paint, nameOf, timeOf, columns } = drawing;
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
  const lines = wrapFacts(
    facts.map((fact) => say.line(fact)),
    columns - 3,
  );
  return lines.map((line, at) => `  ${at === 0 ? paint.strong(side) : " "}${line}`);
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
  const withPlaces = (most: number) => {
    const figures = figureRows(compared, say, most);
    return { figures, rows: [head, ...figures.map(({ cells }) => cells)] };
  };
  // small sums of money have many digits, which give way before what they are of
  const most = [MOST_PLACES, 6, 5, 4, 3].find((each) => fits(withPlaces(each).rows, columns));
  const { figures, rows } = withPlaces(most ?? 2);
  const [title = "", ...lines] = aligned(rows, columns);
  const [medianTitle = "", ...medianLines] = medianTable(compared, columns);
  return [
    paint.quiet(title),
    ...lines.map((line, at) => painted(line, figures[at]?.verdict, drawing)),
    ...(medianLines.length === 0 ? [] : ["", paint.quiet(medianTitle), ...medianLines]),
    "",
    ...wrap(methodsText(compared), columns - 4).map((text) => paint.quiet(`  ${text}`)),
  ];
}

/** Whether the numbers leave names what they are read by. */
function fits(rows: readonly (readonly string[])[], columns: number): boolean {
  const [names = 0, ...others] = widthsOf(rows);
  return totalOf([Math.min(READABLE_NAME, names), ...others]) <= columns;
}

const READABLE_NAME = 12;

/** Its names are known, so that they are written shorter rather than cut where the figures are long. */
function medianTable(compared: Comparison, columns: number): readonly string[] {
  const rowsWith = (names: typeof efficiencyNames) => [
    ["median", ...figureHead, ""],
    ...efficiencyRows(compared, names).map(({ cells }) => cells),
  ];
  const rows = rowsWith(efficiencyNames);
  const fits = totalOf(widthsOf(rows)) <= columns;
  return aligned(fits ? rows : rowsWith(shortEfficiencyNames), columns);
}

const SHORTEST_NAME = 6;

/** Names to the left and numbers to the right. Long names give way, so that a figure stays on its line. */
function aligned(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const [head = []] = rows;
  const widths = widthsOf(rows);
  const others = totalOf(widths.slice(1)) + 2;
  widths[0] = Math.max(SHORTEST_NAME, Math.min(widths[0] ?? 0, columns - others));
  const written = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    if (column === 0) return padEnd(truncateMiddle(cell, width), width);
    return column === head.length - 1 ? cell : padStart(cell, width);
  };
  return rows.map((cells) => `  ${cells.map(written).join("  ")}`.trimEnd());
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))),
  );
}

/** With the spaces before each; a column without a word takes none. */
function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => (width === 0 ? sum : sum + width + 2), 0);
}

function painted(
  line: string,
  verdict: Comparison["verdict"] | undefined,
  { paint }: DrawOptions,
): string {
  if (verdict === "better") return line.replace(/better$/, (word) => paint.good(word));
  return verdict === "worse" ? line.replace(/worse$/, (word) => paint.bad(word)) : line;
}
