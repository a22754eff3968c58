import type { FunctionCall } from "../core/content.ts";
import type { TrajectoryDiff, TrajectoryStep } from "../core/trajectory-diff.ts";
import type { Paint } from "./paint.ts";
import type { SafeText } from "./safe-text.ts";
import { truncate, widthOf, wrap } from "./text-width.ts";

export interface DrawOptions {
  readonly say: SafeText;
  readonly paint: Paint;
  readonly columns: number;
}

/** A diff in two columns under `expected` and `actual`. Red appears on the actual side only. */
export function trajectoryLines(diff: TrajectoryDiff, options: DrawOptions): readonly string[] {
  const left = " ".repeat(leftEdge);
  const half = halfOf(options.columns);
  const head = `${left}expected${" ".repeat(half - "expected".length)}actual`;
  return [head, ...rowsOf(diff.steps).flatMap((row) => rowLines(row, options))];
}

/** `set_light(room: "kitchen", on: false)` on one line. */
export function callText(call: FunctionCall, say: SafeText): string {
  return callPieces(call, say)
    .map(({ text }) => text)
    .join(" ")
    .replace("( ", "(");
}

const leftEdge = 11;
const mostSteps = 20;
const mostLines = 8;
const mostRows = 40;

type Row = TrajectoryStep | { readonly kind: "folded"; readonly text: string };
type Style = "plain" | "quiet" | "bad";
interface Piece {
  readonly text: string;
  readonly style: Style;
}

/** Long trajectories fold where nothing happened. */
function rowsOf(steps: readonly TrajectoryStep[]): readonly Row[] {
  if (steps.length <= mostSteps) return steps;
  const rows: Row[] = [];
  let same: TrajectoryStep[] = [];
  const fold = () => {
    if (same.length > 2) rows.push({ kind: "folded", text: `${same.length} identical steps` });
    else rows.push(...same);
    same = [];
  };
  for (const step of steps) {
    if (step.kind === "matched") same.push(step);
    else {
      fold();
      rows.push(step);
    }
  }
  fold();
  if (rows.length <= mostRows) return rows;
  const left = rows.length - mostRows;
  return [...rows.slice(0, mostRows), { kind: "folded", text: `and ${left} more steps` }];
}

function rowLines(row: Row, options: DrawOptions): readonly string[] {
  const { say, paint, columns } = options;
  if (row.kind === "folded") return [`      …    ${paint.quiet(row.text)}`];
  const half = halfOf(columns);
  const [mark, expected, actual] = cellsOf(row, say);
  const lefts = cellLines(expected, half - 2, paint);
  const rights = cellLines(actual, columns - leftEdge - half - 1, paint);
  const glyph = row.kind === "matched" ? paint.good(mark) : paint.bad(mark);
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, at) => {
    const left = lefts[at] ?? { painted: "", width: 0 };
    const right = rights[at]?.painted ?? "";
    const start = at === 0 ? `      ${glyph}    ` : " ".repeat(leftEdge);
    return (start + left.painted + " ".repeat(half - left.width) + right).trimEnd();
  });
}

function halfOf(columns: number): number {
  return Math.max(16, Math.floor((columns - leftEdge - 1) / 2));
}

function cellsOf(
  step: TrajectoryStep,
  say: SafeText,
): readonly [mark: string, expected: readonly Piece[], actual: readonly Piece[]] {
  switch (step.kind) {
    case "matched":
      return ["✓", callPieces(step.expected, say, "quiet"), callPieces(step.actual, say, "quiet")];
    case "changed": {
      const changed = new Set(step.changes.map(({ name }) => name));
      const styled = (style: Style) => (name: string) => (changed.has(name) ? style : "quiet");
      return [
        "~",
        callPieces(step.expected, say, "plain", styled("plain")),
        callPieces(step.actual, say, "plain", styled("bad")),
      ];
    }
    case "missing":
      return ["−", callPieces(step.expected, say), note("never called")];
    case "extra": {
      const why = step.forbidden === true ? "forbidden" : "not expected";
      return ["+", [{ text: why, style: "quiet" }], callPieces(step.actual, say, "bad")];
    }
    case "moved": {
      const place = `(call ${step.actualAt + 1}, expected as call ${step.expectedAt + 1})`;
      const actual = [...callPieces(step.actual, say), ...note(place)];
      return ["↕", callPieces(step.expected, say), actual];
    }
  }
}

function note(text: string): readonly Piece[] {
  return text.split(" ").map((word) => ({ text: word, style: "bad" as const }));
}

/** A call without arguments has empty brackets; one whose arguments do not matter has none. */
function callPieces(
  call: FunctionCall,
  say: SafeText,
  style: Style = "plain",
  styleOf: (argument: string) => Style = () => style,
): readonly Piece[] {
  const name = say.line(call.name ?? "(unnamed)");
  if (call.args === undefined) return [{ text: name, style }];
  const entries = Object.entries(call.args);
  if (entries.length === 0) return [{ text: `${name}()`, style }];
  return entries.flatMap(([key, value], at) => {
    const end = at === entries.length - 1 ? ")" : ",";
    const text = `${say.line(key)}: ${truncate(say.value(value), mostValue)}${end}`;
    const piece = { text, style: styleOf(key) };
    return at === 0 ? [{ text: `${name}(`, style }, piece] : [piece];
  });
}

const mostValue = 400;

interface PaintedLine {
  readonly painted: string;
  readonly width: number;
}

/** Pieces side by side while they fit, then under themselves, two columns in. */
function cellLines(
  pieces: readonly Piece[],
  columns: number,
  paint: Paint,
): readonly PaintedLine[] {
  const lines: { painted: string; width: number; glued: boolean }[] = [];
  for (const { text, style } of pieces) {
    const line = lines.at(-1);
    const gap = line === undefined || line.glued ? "" : " ";
    const width = widthOf(text);
    const glued = text.endsWith("(");
    if (line !== undefined && line.width + gap.length + width <= columns) {
      line.painted += gap + painted(text, style, paint);
      line.width += gap.length + width;
      line.glued = glued;
      continue;
    }
    const indent = line === undefined ? "" : "  ";
    for (const part of wrap(text, columns - indent.length)) {
      const start = { painted: indent + painted(part, style, paint), width: indent.length };
      lines.push({ ...start, width: indent.length + widthOf(part), glued });
    }
  }
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), { painted: "  …", width: 3 }];
}

function painted(text: string, style: Style, paint: Paint): string {
  if (style === "plain") return text;
  return style === "quiet" ? paint.quiet(text) : paint.bad(text);
}
