import { plural } from "../../../../core/text/plural.ts";
import { lineDiff, type WordPiece, wordDiff } from "../../../lib/word-diff.ts";

/** Two versions of instructions as one text: only lines that changed, word by word. */
export function PromptDiff({ was, now }: { readonly was: string; readonly now: string }) {
  const pieces = lineDiff(was, now);
  if (pieces === undefined) {
    return <p className="small muted">They are too long to be compared line by line.</p>;
  }
  return (
    <div className="words one plain">
      {changesIn(pieces).map(({ was: old, now: own, same }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no other name than their place
        <div key={place}>
          {same > 0 && <p className="faint small">{plural(same, "equal line")}</p>}
          {(old !== "" || own !== "") && <Change was={old} now={own} />}
        </div>
      ))}
    </div>
  );
}

function Change({ was, now }: { readonly was: string; readonly now: string }) {
  const pieces = wordDiff(was, now) ?? [
    { kind: "expected", expected: was, actual: "" } as const,
    { kind: "actual", expected: "", actual: now } as const,
  ];
  return (
    <p className="said">
      {pieces.map((piece, place) => {
        if (piece.kind === "same") return piece.actual;
        const Mark = piece.kind === "expected" ? "del" : "ins";
        const text = piece[piece.kind];
        const words = text.trimEnd();
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
          <span key={place}>
            <Mark>{words}</Mark>
            {text.slice(words.length)}
          </span>
        );
      })}
    </p>
  );
}

interface Changed {
  /** Lines before it that are in both. */
  readonly same: number;
  readonly was: string;
  readonly now: string;
}

/** What stands next to each other on both sides belongs together. */
function changesIn(pieces: readonly WordPiece[]): readonly Changed[] {
  const found: Changed[] = [];
  let open: Changed = { same: 0, was: "", now: "" };
  for (const { kind, expected, actual } of pieces) {
    if (kind === "same") {
      if (open.was !== "" || open.now !== "") found.push(open);
      open = { same: linesIn(actual), was: "", now: "" };
    } else open = { ...open, was: open.was + expected, now: open.now + actual };
  }
  return [...found, open];
}

function linesIn(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}
