import type { SpreadPiece } from "./spread-recipe.ts";

/** A text as it reads without what was put between or in the place of its characters, and where each of them stood. */
export interface SpreadView {
  readonly text: string;
  /** The place in the original where what stands between two places of the view begins and ends. */
  range(start: number, end: number): { readonly start: number; readonly end: number };
  /** Each character between two places of the view, as it stood in the original. */
  pieces(start: number, end: number): readonly SpreadPiece[];
}

interface Spreading {
  /** Quickly: whether it is worth a closer look. */
  readonly sign: RegExp;
  readonly pattern: RegExp;
  readonly meaning: (found: string) => string;
}

const spreadings: readonly Spreading[] = [
  // broken over lines, as base64 in mails and key files is; inside JSON a line ends with two characters
  {
    sign: /[\w+/=-](?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]*[\w+/=-]/,
    pattern: /(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]*/g,
    meaning: () => "",
  },
  // every character by its number
  {
    sign: /(?:(?:%|\\{1,8}x|\\{1,8}u00)[0-9a-f]{2}|&(?:amp;)?#(?:\d{2,3}|x[0-9a-f]{2});){4}/i,
    pattern: /(?:%|\\{1,8}x|\\{1,8}u00)[0-9a-f]{2}|&(?:amp;)?#(?:\d{2,3}|x[0-9a-f]{2});/gi,
    meaning: character,
  },
  // bytes in pairs, as tools for keys and dumps print them
  {
    sign: /(?:[0-9a-f]{2}[: -]){5}[0-9a-f]{2}/i,
    pattern: /(?<=[0-9a-f]{2})[: -](?=[0-9a-f]{2})/gi,
    meaning: () => "",
  },
];

function character(found: string): string {
  const decimal = /#(\d+);/.exec(found)?.[1];
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return String.fromCharCode(Number.parseInt(found.replace(/;$/, "").slice(-2), 16));
}

/** Other readings of a text, for those who only want to know whether something is in it. */
export function spreadReadings(text: string): readonly string[] {
  return spreadings
    .filter(({ sign }) => sign.test(text))
    .map(({ pattern, meaning }) => text.replace(pattern, meaning));
}

/** Calls `change` with each other reading of a text; what it returns is read in the next way. */
export function throughSpreads(
  text: string,
  change: (original: string, view: SpreadView) => string,
): string {
  let changed = text;
  for (const spreading of spreadings) {
    if (spreading.sign.test(changed)) changed = change(changed, viewOf(changed, spreading));
  }
  return changed;
}

function viewOf(original: string, { pattern, meaning }: Spreading): SpreadView {
  const pieces: string[] = [];
  /** For every character of the view, where it begins and ends in the original. */
  const starts: number[] = [];
  const ends: number[] = [];
  const keep = (text: string, from: number, length: number): void => {
    pieces.push(text);
    for (let at = 0; at < text.length; at += 1) {
      starts.push(length === text.length ? from + at : from);
      ends.push(length === text.length ? from + at + 1 : from + length);
    }
  };
  let from = 0;
  for (const match of original.matchAll(pattern)) {
    keep(original.slice(from, match.index), from, match.index - from);
    keep(meaning(match[0]), match.index, match[0].length);
    from = match.index + match[0].length;
  }
  keep(original.slice(from), from, original.length - from);
  const text = pieces.join("");
  const piece = (at: number, isFirst: boolean): SpreadPiece => ({
    character: text.charAt(at),
    gap: isFirst ? "" : original.slice(ends[at - 1], starts[at]),
    written: original.slice(starts[at], ends[at]),
  });
  return {
    text,
    range: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? original.length }),
    pieces: (start, end) =>
      Array.from({ length: end - start }, (_, index) => piece(start + index, index === 0)),
  };
}
