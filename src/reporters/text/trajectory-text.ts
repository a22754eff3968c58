import { calledOtherwise } from "../../core/analysis/called-otherwise.ts";
import type { TrajectoryDiff, TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import type { ArgMatcher } from "../../core/case-settings.ts";
import type { FunctionCall } from "../../core/content.ts";
import type { Paint } from "./paint.ts";
import type { SafeText } from "./safe-text.ts";
import { truncate, widthOf, wrap } from "./text-width.ts";

export interface DrawOptions {
  readonly say: SafeText;
  readonly paint: Paint;
  readonly columns: number;
  /** Where runs were looked for, if that was said: the commands that are proposed look there, too. */
  readonly store?: string | undefined;
}

/** What the two sides of a diff are called, and what is said of a call that only one of them has. */
export interface DiffWords {
  readonly left: string;
  readonly right: string;
  readonly onlyLeft: string;
  readonly onlyRight: string;
  /** Of one whose tool was called with other arguments, in another place. */
  readonly otherwise?: string | undefined;
  moved(step: Extract<TrajectoryStep, { readonly kind: "moved" }>): string;
}

const expectedWords: DiffWords = {
  left: "expected",
  right: "actual",
  onlyLeft: "never called",
  onlyRight: "not expected",
  otherwise: "called otherwise",
  moved: ({ actualAt, expectedAt }) => `(call ${actualAt + 1}, expected as call ${expectedAt + 1})`,
};

type Drawing = DrawOptions & {
  readonly words: DiffWords;
  readonly elsewhere: ReadonlySet<TrajectoryStep>;
};

/** A diff in two columns under `expected` and `actual`, or other words. Red appears on the right side only. */
export function trajectoryLines(
  diff: TrajectoryDiff,
  options: DrawOptions & { readonly words?: DiffWords },
): readonly string[] {
  const words = options.words ?? expectedWords;
  const left = " ".repeat(leftEdge);
  const half = halfOf(options.columns);
  const title = truncate(`${words.left}${matchWords(diff)}`, half - 2);
  const head = `${left}${title}${" ".repeat(half - widthOf(title))}${words.right}`;
  const drawing = { ...options, words, elsewhere: calledOtherwise(diff.steps) };
  return [head, ...rowsOf(diff.steps).flatMap((row) => rowLines(row, drawing))];
}

/** EXACT is what a reader takes for granted. */
function matchWords({ matchType, steps }: TrajectoryDiff): string {
  const names = steps.filter((step) => step.kind !== "extra");
  const words = [
    ...(matchType === undefined || matchType === "EXACT" ? [] : [matchType]),
    ...(names.length > 0 && names.every((step) => step.namesOnly === true) ? ["names only"] : []),
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
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

function rowLines(row: Row, options: Drawing): readonly string[] {
  const { paint, columns } = options;
  if (row.kind === "folded") return [`      …    ${paint.quiet(row.text)}`];
  const half = halfOf(columns);
  const [mark, expected, actual] = cellsOf(row, options);
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
  { say, words, elsewhere }: Drawing,
): readonly [mark: string, expected: readonly Piece[], actual: readonly Piece[]] {
  switch (step.kind) {
    case "matched":
      return ["✓", wantedPieces(step, say, "quiet"), callPieces(step.actual, say, "quiet")];
    case "changed": {
      const changed = new Set(step.changes.map(({ name }) => name));
      const styled = (style: Style) => (name: string) => (changed.has(name) ? style : "quiet");
      return [
        "~",
        wantedPieces(step, say, "plain", styled("plain")),
        callPieces(step.actual, say, "plain", styled("bad")),
      ];
    }
    case "missing":
      return ["−", wantedPieces(step, say), note(onlyLeft(step, words, elsewhere))];
    case "extra": {
      const why = step.forbidden === true ? "forbidden" : words.onlyRight;
      return ["+", [{ text: why, style: "quiet" }], callPieces(step.actual, say, "bad")];
    }
    case "moved": {
      const actual = [...callPieces(step.actual, say), ...note(words.moved(step))];
      return ["↕", wantedPieces(step, say), actual];
    }
  }
}

function onlyLeft(
  step: TrajectoryStep,
  { onlyLeft: never, otherwise = never }: DiffWords,
  elsewhere: Drawing["elsewhere"],
): string {
  return elsewhere.has(step) ? otherwise : never;
}

function note(text: string): readonly Piece[] {
  return text.split(" ").map((word) => ({ text: word, style: "bad" as const }));
}

type WantedStep = Exclude<TrajectoryStep, { kind: "extra" }>;

/** An expected call as it is compared: a matcher stands where its argument would. */
function wantedPieces(
  { expected, matchers = {}, namesOnly = false }: WantedStep,
  say: SafeText,
  style: Style = "plain",
  styleOf?: (argument: string) => Style,
): readonly Piece[] {
  if (Object.keys(matchers).length === 0 && !namesOnly) {
    return callPieces(expected, say, style, styleOf);
  }
  const args = expected.args ?? {};
  const names = new Set([...Object.keys(args), ...Object.keys(matchers)]);
  const shown: (readonly [name: string, text: string])[] = [];
  for (const name of names) {
    const matcher = Object.hasOwn(matchers, name) ? matchers[name] : undefined;
    if (matcher === undefined && !namesOnly) shown.push([name, say.value(args[name])]);
    else if (matcher !== undefined && !("ignore" in matcher)) {
      shown.push([name, matcherText(matcher, say)]);
    }
  }
  const called = say.line(expected.name ?? "(unnamed)");
  if (shown.length === 0) return [{ text: called, style }];
  // whatever else the call has is not looked at
  const rest = shown.length < names.size ? [{ text: "…)", style: "quiet" as const }] : [];
  return argumentPieces(called, shown, { style, styleOf, rest, say });
}

function matcherText(matcher: ArgMatcher, say: SafeText): string {
  if ("equals" in matcher) return say.value(matcher.equals);
  if ("ignore" in matcher) return "anything";
  if ("oneOf" in matcher)
    return `one of ${matcher.oneOf.map((each) => say.value(each)).join(", ")}`;
  if ("regex" in matcher) return `matches ${say.line(matcher.regex)}`;
  if ("subset" in matcher) return `contains ${say.value(matcher.subset)}`;
  if ("semantic" in matcher) {
    return matcher.semantic === true
      ? "the same in meaning"
      : `means ${say.value(matcher.semantic)}`;
  }
  const { min, max } = matcher.range;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
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
  const entries = Object.entries(call.args).map(([key, value]) => [key, say.value(value)] as const);
  return argumentPieces(name, entries, { style, styleOf, rest: [], say });
}

interface PieceOptions {
  readonly style: Style;
  readonly styleOf?: ((argument: string) => Style) | undefined;
  /** What closes the brackets behind the last argument, where that is more than one. */
  readonly rest: readonly Piece[];
  readonly say: SafeText;
}

function argumentPieces(
  name: string,
  entries: readonly (readonly [key: string, text: string])[],
  { style, styleOf = () => style, rest, say }: PieceOptions,
): readonly Piece[] {
  if (entries.length === 0 && rest.length === 0) return [{ text: `${name}()`, style }];
  const pieces = entries.map(([key, value], at) => {
    const end = at === entries.length - 1 && rest.length === 0 ? ")" : ",";
    return { text: `${say.line(key)}: ${truncate(value, mostValue)}${end}`, style: styleOf(key) };
  });
  return [{ text: `${name}(`, style }, ...pieces, ...rest];
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
