/** A piece of two texts as each of them has it: nothing where it has none. What is the same may differ in white space. */
export interface WordPiece {
  readonly kind: "same" | "expected" | "actual";
  readonly expected: string;
  readonly actual: string;
}

/** Beyond so many words, or lines, on either side the texts are shown whole, without what differs. */
const MOST_WORDS = 1500;

/** Two texts by words, with as many of them shared, in their order, as there can be. Undefined where they are too long. */
export function wordDiff(expected: string, actual: string): readonly WordPiece[] | undefined {
  return diff(wordsOf(expected), wordsOf(actual));
}

/** The same by lines. */
export function lineDiff(expected: string, actual: string): readonly WordPiece[] | undefined {
  return diff(linesOf(expected), linesOf(actual));
}

function diff(a: readonly string[], b: readonly string[]): readonly WordPiece[] | undefined {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return undefined;
  const lengths = sharedLengths(a, b);
  const pieces: WordPiece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && isSame(left, right)) {
      pieces.push({ kind: "same", expected: left, actual: right ?? "" });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      pieces.push({ kind: "expected", expected: left ?? "", actual: "" });
      i += 1;
    } else {
      pieces.push({ kind: "actual", expected: "", actual: right });
      j += 1;
    }
  }
  return joined(pieces);
}

/** Each word with the space after it, so that joining them gives the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isSame(a: string, b: string | undefined): boolean {
  return b !== undefined && a.trimEnd() === b.trimEnd();
}

/** By places in both: how many words the rests share. */
function sharedLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint16Array;
      row[j] = isSame(a[i] ?? "", b[j])
        ? at(rows, i + 1, j + 1) + 1
        : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function joined(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const all: WordPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind !== piece.kind) all.push(piece);
    else {
      const expected = last.expected + piece.expected;
      const actual = last.actual + piece.actual;
      all[all.length - 1] = { kind: piece.kind, expected, actual };
    }
  }
  return all;
}
