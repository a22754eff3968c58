/** How many columns a terminal gives to text that is already clean. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cut to `columns`, with an ellipsis where something was left out. */
export function truncate(text: string, columns: number): string {
  if (narrow.test(text)) {
    return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
  }
  // a grapheme may have many code units, but no reader needs more than this to fill a line
  const head = text.length > columns * 16 ? text.slice(0, columns * 16) : text;
  if (head === text && widthOf(text) <= columns) return text;
  return `${headOf(head, columns - 1)}…`;
}

/** Cut in the middle: the ends of names tell them apart. */
export function truncateMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const parts = Array.from(graphemes().segment(text), ({ segment }) => segment);
  const tail: string[] = [];
  let room = Math.floor((columns - 1) / 2);
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    room -= graphemeWidth(part);
    if (room < 0) break;
    tail.unshift(part);
  }
  const end = tail.join("");
  return `${headOf(text, Math.max(0, columns - 1 - widthOf(end)))}…${end}`;
}

/** Filled with spaces up to `columns`; longer text is left as it is. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - widthOf(text))) + text;
}

/** Broken into lines of at most `columns`, between words where there are any. */
export function wrap(text: string, columns: number): readonly string[] {
  const room = Math.max(8, columns);
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const width = widthOf(word);
    if (line !== "" && used + 1 + width <= room) {
      line += ` ${word}`;
      used += 1 + width;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = width <= room ? [word] : chop(word, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
    used = widthOf(line);
  }
  lines.push(line);
  return lines;
}

/** A column each, and nothing that joins what stands before it: Latin letters, and the marks that we write ourselves. */
const narrow =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f\u2713\u2717]*$/;
const wide =
  /^[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u;
const invisible = /^(?:\p{M}|\u200c|\u200d|[\u1160-\u11ff])/u;

let segmenter: Intl.Segmenter | undefined;

/** Made when first needed: it costs milliseconds, and most text does without. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}

function graphemeWidth(grapheme: string): number {
  if (wide.test(grapheme)) return 2;
  return invisible.test(grapheme) ? 0 : 1;
}

function headOf(text: string, columns: number): string {
  let width = 0;
  let head = "";
  for (const { segment } of graphemes().segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    head += segment;
  }
  return head;
}

function chop(word: string, columns: number): readonly string[] {
  const pieces: string[] = [];
  let rest = word;
  while (rest !== "") {
    const head = narrow.test(rest) ? rest.slice(0, columns) : headOf(rest, columns) || rest;
    pieces.push(head);
    rest = rest.slice(head.length);
  }
  return pieces;
}

/** Facts side by side, broken between two of them. */
export function wrapFacts(facts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const joined = last === undefined ? undefined : `${last} · ${fact}`;
    if (joined !== undefined && widthOf(joined) <= columns - 2) lines[lines.length - 1] = joined;
    else lines.push(...wrap(fact, columns - 4));
  }
  return lines.map((line) => `  ${line}`);
}
