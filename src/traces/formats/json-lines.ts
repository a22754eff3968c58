/** A line of text, counted from 1, without the white space around it. */
export interface TextLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text that are not empty. Only a line feed ends one: what else Unicode calls a line end may stand in a string. */
export function* linesOf(text: string): Generator<TextLine> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    number += 1;
    const line = text.slice(from, to).trim();
    from = to + 1;
    if (line !== "") yield { number, text: line };
  }
}
