import { messageOf, type Problem, readableError, type UserFacingError } from "../../core/errors.ts";
import { cleanLine, cleanLines, withoutColours } from "./clean-text.ts";
import { paint } from "./paint.ts";
import { truncate, widthOf, wrap } from "./text-width.ts";

export interface TextOptions {
  readonly colour: boolean;
  readonly columns: number;
}

/** What a user can fix: where, what, what now. The first five mistakes of a file are printed. */
export function errorText(error: UserFacingError, options: TextOptions): string {
  const problems: readonly Problem[] = [error, ...error.others];
  const shown = problems.slice(0, mostProblems).map((problem) => problemText(problem, options));
  const left = problems.length - shown.length;
  const rest = left > 0 ? [`${margin}and ${left} more\n`] : [];
  return [...shown, ...rest, ...printedText(error, options)].join("\n");
}

const mostPrinted = 10;

/** The last lines that the user's own code printed before it failed. */
function printedText(
  { printed }: UserFacingError,
  { columns, colour }: TextOptions,
): readonly string[] {
  const lines = cleanLines(withoutColours(printed?.trimEnd() ?? "")).filter((line) => line !== "");
  if (lines.length === 0) return [];
  const { quiet } = paint(colour);
  const kept = lines.slice(-mostPrinted);
  const head = kept.length < lines.length ? `printed, its last ${kept.length} lines:` : "printed";
  const shown = kept.map((line) => `${margin}│ ${truncate(line, columns - margin.length - 2)}`);
  return [`${[margin + head, ...shown].map(quiet).join("\n")}\n`];
}

/** Something of ours broke: what, and how to report it. `file` holds the stack when one was written. */
export function bugText(
  error: unknown,
  options: TextOptions & {
    readonly file?: string | undefined;
    readonly doing?: string | undefined;
  },
): string {
  const message = messageOf(error);
  const first = options.doing === undefined ? [] : [`${options.doing} threw:`];
  const ask = options.file === undefined ? "Please report it with this:" : reportWithFile;
  const label = paint(options.colour).bad("bug");
  const lines = inMargin([...first, message, ask], options.columns);
  const proof = options.file ?? stackOf(error);
  const shown = cleanLines(proof).map((line) => `${margin}${line}`);
  return `${[`${label}    ${lines[0] ?? ""}`, ...lines.slice(1).map(indent), ...shown].join("\n")}\n`;
}

const margin = "       ";
const mostProblems = 5;
const reportWithFile = "Please report it with this file:";

function problemText(problem: Problem, options: TextOptions): string {
  const label = paint(options.colour).bad("error");
  const where = placeText(problem);
  const said = inMargin(
    [...(where === undefined ? [] : [where]), problem.message, problem.hint ?? ""],
    options.columns,
  );
  const lines = [`${label}  ${said[0] ?? ""}`, ...said.slice(1).map(indent)];
  return `${[...lines, ...excerptLines(problem, options)].join("\n")}\n`;
}

function placeText({ place, message }: Problem): string | undefined {
  if (place?.file === undefined) return undefined;
  if (place.line !== undefined) {
    const column = place.column === undefined ? "" : `:${place.column}`;
    return `${place.file}:${place.line}${column}`;
  }
  const shown = place.path === undefined || place.path === "" || message.includes(place.path);
  if (shown) return message.includes(place.file) ? undefined : place.file;
  return `${place.file}, at ${place.path}`;
}

function excerptLines({ place }: Problem, { columns, colour }: TextOptions): readonly string[] {
  if (place?.excerpt === undefined || place.excerpt === "") return [];
  const { bad } = paint(colour);
  const lines = place.excerpt.replace(/\n+$/, "").split("\n");
  return ["", ...lines.map((line) => markInRed(truncate(cleanLine(line), columns), bad))];
}

function markInRed(line: string, bad: (text: string) => string): string {
  return line.replace(
    /^(\s*\|\s*)(\^+)\s*$/,
    (_, before: string, mark: string) => before + bad(mark),
  );
}

function inMargin(paragraphs: readonly string[], columns: number): readonly string[] {
  return paragraphs
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph) => cleanLines(paragraph))
    .flatMap((line) => beforeCommand(line, columns - margin.length))
    .flatMap((line) => wrap(line, columns - margin.length));
}

/** A command that a hint ends with gets a line of its own where the whole does not fit, so that it can be copied. */
function beforeCommand(line: string, columns: number): readonly string[] {
  return widthOf(line) <= columns ? [line] : line.split(/(?<=:) {2}/);
}

function indent(line: string): string {
  return line === "" ? "" : margin + line;
}

function stackOf(thrown: unknown): string {
  const error = readableError(thrown);
  if (!(error instanceof Error)) return String(error);
  return error.stack ?? error.message;
}
