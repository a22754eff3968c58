import { wrap } from "./text-width.ts";
import type { DrawOptions } from "./trajectory-text.ts";

const mostAnswer = 600;
/** A reason is what a report is read for; only a runaway is cut. */
const mostWhy = 4000;

/** Paragraphs beside a label, under themselves where they wrap. */
export function labelled(
  label: string,
  paragraphs: readonly string[],
  options: DrawOptions,
): string[] {
  const column = label === "expected" || label === "actual" ? answerColumn : leftColumn;
  const lines = paragraphs.flatMap((paragraph) =>
    options.say
      .lines(shortened(options.say.mask(paragraph), label === "why" ? mostWhy : mostAnswer))
      .flatMap((line) => wrap(line, options.columns - column - 2)),
  );
  const { quiet } = options.paint;
  return lines.map((line, at) =>
    at === 0
      ? `    ${quiet(label)}${" ".repeat(column - 4 - label.length)}${line}`.trimEnd()
      : `${" ".repeat(column)}${line}`.trimEnd(),
  );
}

const leftColumn = 11;
const answerColumn = 14;

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
