import type { ComparedRun, Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import { plural } from "../../core/text/plural.ts";
import { cell, code, fenced, html } from "../text/markdown-text.ts";
import { paint } from "../text/paint.ts";
import { caseChangeLines, changesText } from "./case-change-lines.ts";
import type { ComparisonDrawing } from "./comparison-lines.ts";
import { costQualityTable } from "./cost-quality-lines.ts";
import { efficiencyRows, figureHead, figureRows } from "./figure-rows.ts";
import { methodsText } from "./methods-text.ts";

/** GitHub takes comments of 65,536 characters. */
const LIMIT = 65_000;

const marks = { better: "✅", worse: "❌", "no-evidence": "➖", "too-few": "⚠️" } as const;

/** A comparison for a pull request. Never longer than a comment may be. */
export function comparisonMarkdown(compared: Comparison, drawing: ComparisonDrawing): string {
  const { say } = drawing;
  const head = [
    `### ${marks[compared.verdict]} ${text(say.line(compared.sentence))}`,
    "",
    `A is ${runText(compared.a, drawing)}, B is ${runText(compared.b, drawing)}.`,
    ...compared.warnings.map((warning) => `\n⚠️ ${code(say.line(warning.text))}`),
    "",
    ...figureTable(compared, drawing),
    "",
    methodsText(compared),
    ...gateLines(drawing),
  ].join("\n");
  return `${head}\n${caseParts(compared, { ...drawing, room: LIMIT - head.length })}`;
}

/** More than two runs, then the first against each of the others. */
export function runsMarkdown(compared: RunsCompared, drawing: ComparisonDrawing): string {
  const { head, rows } = costQualityTable(compared, drawing);
  const table = [head, head.map(() => "---"), ...rows.map((row) => row.map((each) => text(each)))];
  const lines = [
    `### ${compared.runs.length} runs on ${plural(compared.cases, "case")}`,
    "",
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
  const parts: string[] = [];
  let room = LIMIT - lines.length;
  for (const each of compared.comparisons) {
    const part = `\n${comparisonMarkdown(each, drawing)}`;
    if (part.length > room) break;
    room -= part.length;
    parts.push(part);
  }
  return lines + parts.join("");
}

function figureTable(compared: Comparison, { say }: ComparisonDrawing): readonly string[] {
  const medians = efficiencyRows(compared).map(({ cells: [name = "", ...rest] }) => ({
    cells: [`median ${name}`, ...rest],
  }));
  const rows = [...figureRows(compared, say), ...medians];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const n = compared.passRate.a.n;
  return [
    line([plural(n, "case"), ...figureHead, ""]),
    line(["---", ...figureHead.map(() => "---:"), "---"]),
    ...rows.map(({ cells: [name = "", ...rest] }) => line([cell(name), ...rest])),
  ];
}

function runText(run: ComparedRun, { say, nameOf, timeOf }: ComparisonDrawing): string {
  const git =
    run.git === undefined
      ? ""
      : ` at ${run.git.commit.slice(0, 7)}${run.git.dirty ? " with changes" : ""}`;
  const name = run.name === undefined ? "" : ` ${code(say.line(run.name))}`;
  return `run ${code(say.line(nameOf(run.runId)))}${name} of ${code(say.line(run.agent))}${git}, ${timeOf(run.startedAt)}`;
}

function gateLines({ gates = [], say }: ComparisonDrawing): readonly string[] {
  const glyphs = { met: "✅", "not-met": "❌", undecided: "⚠️" };
  return gates.map(
    ({ gate, outcome, why }) =>
      `\n${glyphs[outcome]} gate ${code(say.line(gate))}: ${text(say.line(why))}`,
  );
}

/** As many of the cases that changed as there is room for. */
function caseParts(
  { cases, ...rest }: Comparison,
  { room, ...drawing }: ComparisonDrawing & { readonly room: number },
): string {
  if (cases.length === 0) return "\nNo case changed.\n";
  const draw = { ...drawing, paint: paint(false), columns: 100 };
  const lines = caseChangeLines({ ...rest, cases }, draw).slice(2);
  const body = `\n<details><summary>${html(changesText(cases))}</summary>\n\n${fenced(lines.map((line) => line.replace(/^ {2}/, "")))}\n\n</details>\n`;
  return body.length <= room ? body : `\n${changesText(cases)}.\n`;
}

/** Our own sentences hold names of metrics and cases, which must start no markup. */
function text(line: string): string {
  return line
    .replace(/[\\`*_[\]<>|~#@]/g, (character) => `\\${character}`)
    .replace(/\\@/g, "&#64;");
}
