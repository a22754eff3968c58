import { wordDiff } from "../lib/word-diff.ts";

interface WordsInOneProps {
  readonly expected: string;
  readonly actual: string;
}

/** So much of an answer shows how it differs. */
const MOST = 320;

/** Two answers as one text: what only the reference has is struck out, what only the answer has is marked. */
export function WordsInOne({ expected, actual }: WordsInOneProps) {
  const pieces = wordDiff(expected.slice(0, MOST), actual.slice(0, MOST));
  if (pieces === undefined) return null;
  return (
    <p className="words one">
      {pieces.map((piece, at) => {
        if (piece.kind === "same") return piece.actual;
        const Mark = piece.kind === "expected" ? "del" : "ins";
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        return <Mark key={at}>{piece[piece.kind]}</Mark>;
      })}
    </p>
  );
}
