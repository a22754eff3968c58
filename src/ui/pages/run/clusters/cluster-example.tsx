import { FirstDifference } from "../../../components/first-difference.tsx";
import { wordDiff } from "../../../lib/word-diff.ts";
import type { Clusters } from "./clusters-tab.tsx";

type Example = Clusters["clusters"][number]["example"];

/** One of the cases, with what shows the cause. */
export function ClusterExample({ example }: { readonly example: Example }) {
  const { evalId, turn, trajectory, expected, actual, why } = example;
  const where = turn === undefined ? "" : `Turn ${turn + 1} of `;
  return (
    <div className="ex">
      <h3>
        {where}
        <code>{evalId}</code>
      </h3>
      {trajectory !== undefined && <FirstDifference steps={trajectory.steps} />}
      {trajectory === undefined && expected !== undefined && actual !== undefined && (
        <Words expected={expected} actual={actual} />
      )}
      <p className="small muted">{why}</p>
    </div>
  );
}

/** So much of an answer shows how it differs. */
const MOST = 320;

function Words({ expected, actual }: { readonly expected: string; readonly actual: string }) {
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
