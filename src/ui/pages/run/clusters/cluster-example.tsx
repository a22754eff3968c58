import { FirstDifference } from "../../../components/first-difference.tsx";
import { WordsInOne } from "../../../components/words-in-one.tsx";
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
        <WordsInOne expected={expected} actual={actual} />
      )}
      <p className="small muted">{why}</p>
    </div>
  );
}
