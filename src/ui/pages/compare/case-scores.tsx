import type { CaseSide, ComparedCase } from "../../../core/analysis/comparison.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import { Glyph } from "../../components/glyph.tsx";
import { scoreText } from "../../lib/words.ts";
import { signedScore } from "./figures.ts";
import { Letter } from "./letter.tsx";

/** What each metric says of one case in both runs. */
export function CaseScores({ each: { a, b, differences } }: { readonly each: ComparedCase }) {
  const names = Object.keys(b.scores);
  return (
    <table className="tbl duo">
      <thead>
        <tr>
          <th scope="col">This case</th>
          <th scope="col">
            <Letter letter="A" />
          </th>
          <th scope="col">
            <Letter letter="B" />
          </th>
          <th scope="col" className="num">
            B − A
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Verdict</th>
          <td>
            <Said side={a} />
          </td>
          <td>
            <Said side={b} />
          </td>
          <td />
        </tr>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {metricName(name)}
            </th>
            <td>{textOf(a.scores[name])}</td>
            <td>{textOf(b.scores[name])}</td>
            <td className="num">
              <strong>{differenceText(differences[name], [a.scores[name], b.scores[name]])}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Said({ side: { status, trials, trialsPassed } }: { readonly side: CaseSide }) {
  return (
    <span className="row">
      <Glyph state={status} />
      {trials > 1 ? `${trialsPassed} of ${trials} trials passed` : status.replace("-", " ")}
    </span>
  );
}

function textOf(score: number | null | undefined): string {
  return score == null ? "not scored" : scoreText(score);
}

/** Where both have the same score nothing is listed; where one has none there is no difference. */
function differenceText(
  difference: number | undefined,
  scores: readonly (number | null | undefined)[],
): string {
  if (difference !== undefined) return signedScore(difference);
  return scores.some((score) => score == null) ? "" : "0.00";
}
