import type { CostQuality, MedianSide, RunsCompared } from "../../core/analysis/comparison.ts";
import { percent } from "../../core/text/percent.ts";
import { plural } from "../../core/text/plural.ts";
import { padEnd, truncateMiddle, widthOf } from "../text/text-width.ts";
import type { ComparisonDrawing } from "./comparison-lines.ts";
import { efficiencyUnit, valueText, verdictWords } from "./figure-text.ts";

const SHORTEST_NAME = 6;

/** More than two runs: how good each is and what that takes, over the cases that all of them have. */
export function costQualityLines(
  compared: RunsCompared,
  drawing: ComparisonDrawing,
): readonly string[] {
  const { head, rows } = costQualityTable(compared, drawing);
  const { paint, columns } = drawing;
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ""))),
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 2);
  // long names give way, so that a run stays on its line
  widths[0] = Math.max(SHORTEST_NAME, Math.min(widths[0] ?? 0, columns - others));
  const written = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return padEnd(column === 0 ? truncateMiddle(cell, width) : cell, width);
  };
  const line = (cells: readonly string[]) => `  ${cells.map(written).join("  ")}`.trimEnd();
  return [
    "",
    `  ${plural(compared.runs.length, "run")} on ${plural(compared.cases, "case")} that all of them evaluated`,
    "",
    paint.quiet(line(head)),
    ...rows.map(line),
    ...(compared.runs.some(({ dominated }) => dominated)
      ? [
          "",
          paint.quiet(
            "  beaten: another run passes at least as much for less, or more for as much.",
          ),
        ]
      : []),
  ];
}

/** Head and rows, for a terminal and for Markdown. Columns that no run knows are left out. */
export function costQualityTable(
  { runs, comparisons }: RunsCompared,
  { nameOf, say }: Pick<ComparisonDrawing, "nameOf" | "say">,
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const known = figures.filter(({ of }) => runs.some((run) => of(run) !== null));
  const head = ["run", "pass rate", ...known.map(({ title }) => title), "against first"];
  const rows = runs.map((run, at) => [
    say.line([nameOf(run.runId), ...(run.name === undefined ? [] : [run.name])].join(" ")),
    rateText(run),
    ...known.map(({ name, of }) => valueText(of(run)?.median ?? null, efficiencyUnit(name))),
    [
      ...(at === 0 ? [] : [verdictWords[comparisons[at - 1]?.verdict ?? "too-few"]]),
      ...(run.dominated ? ["beaten"] : []),
    ].join(", "),
  ]);
  return { head, rows };
}

const figures: readonly {
  readonly name: "cost" | "tokens" | "latency";
  readonly title: string;
  readonly of: (run: CostQuality) => MedianSide | null;
}[] = [
  { name: "cost", title: "$ a case", of: ({ cost }) => cost },
  { name: "tokens", title: "tokens", of: ({ tokens }) => tokens },
  { name: "latency", title: "s a turn", of: ({ latency }) => latency },
];

function rateText({ passRate: { mean, interval } }: CostQuality): string {
  if (mean === null) return "–";
  const range = interval === null ? "" : ` (${percent(interval[0])} to ${percent(interval[1])} %)`;
  return `${percent(mean)} %${range}`;
}
