import type { HtmlReport, ReportRow } from "../../core/analysis/html-report.ts";
import type { MatrixCell } from "../../core/folds/matrix.ts";
import type { CaseResult } from "../../core/run.ts";

/** What the file has of the run; undefined for the page alone, as it was built. */
export function readReport(): HtmlReport | undefined {
  return read("report") as HtmlReport | undefined;
}

/** A conversation of a case that did not pass: read when somebody looks at it. */
export function readFailure(failure: number): CaseResult | undefined {
  return read(`failure-${failure}`) as CaseResult | undefined;
}

function read(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text === undefined || text === null ? undefined : JSON.parse(text);
}

/** A cell as every screen has it: what passed stands as its score alone. */
export function cellOf(
  row: ReportRow,
  place: number,
  { metrics }: Pick<HtmlReport, "metrics">,
): MatrixCell | null {
  const cell = row.cells[place] ?? null;
  if (cell === null) return null;
  const { threshold } = metrics[place] ?? {};
  const usual = threshold === undefined ? {} : { threshold };
  if (typeof cell !== "number") return { ...usual, ...cell };
  return { status: threshold === undefined ? "informational" : "passed", score: cell, ...usual };
}
