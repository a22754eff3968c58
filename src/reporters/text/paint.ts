import { styleText } from "node:util";

/** Colour repeats what a glyph or a word already says, so that nothing is lost without it. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  doubt(text: string): string;
  quiet(text: string): string;
  strong(text: string): string;
}

/** Whether there is colour is decided where the terminal is opened, and not by what the stream is now. */
export function paint(colour: boolean): Paint {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colour && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: style("green"),
    bad: style("red"),
    doubt: style("yellow"),
    quiet: style("dim"),
    strong: style("bold"),
  };
}
