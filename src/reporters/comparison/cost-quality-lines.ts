import type { CostQuality, MedianSide, RunsCompared } from "../../core/analysis/comparison.ts";
import { percent, plural } from "../text/amount-text.ts";
import { padEnd, widthOf } from "../text/text-width.ts";
import type { ComparisonDrawing } from "./comparison-lines.ts";
import { efficiencyUnit, valueText, verdictWords } from "./figure-text.ts";

/** More than two runs: how good each is and what that takes, over the cases that all of them have. */
export function costQualityLines(
  compared: RunsCompared,
  drawing: ComparisonDrawing,
): readonly string[] {
  const { head, rows } = costQualityTable(compared, drawing);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => padEnd(cell, widths[column] ?? 0)).join("  ")}`.trimEnd();
  const { paint } = drawing;
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
  const head = ["run", "pass rate", ...known.map(({ title }) => title), "against the first", ""];
  const rows = runs.map((run, at) => [
    say.line([nameOf(run.runId), ...(run.name === undefined ? [] : [run.name])].join(" ")),
    rateText(run),
    ...known.map(({ name, of }) => valueText(of(run)?.median ?? null, efficiencyUnit(name))),
    at === 0 ? "" : verdictWords[comparisons[at - 1]?.verdict ?? "too-few"],
    run.dominated ? "beaten" : "",
  ]);
  return { head, rows };
}

const figures: readonly {
  readonly name: "cost" | "tokens" | "latency";
  readonly title: string;
  readonly of: (run: CostQuality) => MedianSide | null;
}[] = [
  { name: "cost", title: "$ a case", of: ({ cost }) => cost },
  { name: "tokens", title: "tokens a turn", of: ({ tokens }) => tokens },
  { name: "latency", title: "s a turn", of: ({ latency }) => latency },
];

function rateText({ passRate: { mean, interval } }: CostQuality): string {
  if (mean === null) return "–";
  // a mean of shares may be given an interval beyond all and nothing
  const end = (share: number) => percent(Math.min(1, Math.max(0, share)));
  const range = interval === null ? "" : ` (${end(interval[0])} to ${end(interval[1])} %)`;
  return `${percent(mean)} %${range}`;
}
