/** Colour repeats what a glyph or a word already says, so that nothing is lost without it. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  doubt(text: string): string;
  quiet(text: string): string;
  strong(text: string): string;
}

export function paint(colour: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    colour && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    good: style(32, 39),
    bad: style(31, 39),
    doubt: style(33, 39),
    quiet: style(2, 22),
    strong: style(1, 22),
  };
}
