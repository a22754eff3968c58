import { passAtK, passHatK } from "../../../../statistics/index.ts";
import { percentText } from "../../../lib/words.ts";
import type { Conversation } from "../use-case.ts";

interface Chance {
  readonly k: number;
  /** That one of k trials passes, and that all of them do. */
  readonly any: number;
  readonly all: number;
}

const MOST = 10;

/** Of the trials that were evaluated; what nobody measured says nothing about the next. */
export function chancesOf(trials: Conversation["row"]["trials"]): readonly Chance[] {
  const counted = trials.filter(({ status }) => status === "passed" || status === "failed");
  const passed = counted.filter(({ status }) => status === "passed").length;
  return Array.from({ length: Math.min(counted.length, MOST) }, (_, at) => ({
    k: at + 1,
    any: passAtK(counted.length, passed, at + 1) ?? 0,
    all: passHatK(counted.length, passed, at + 1) ?? 0,
  }));
}

/** What repeats are worth: how often one of them passes, and how often all do. */
export function PassChances({ chances }: { readonly chances: readonly Chance[] }) {
  if (chances.length < 2) return null;
  return (
    <table className="tbl chances" aria-label="Chances of repeats">
      <thead>
        <tr>
          <th scope="col">of k trials</th>
          {chances.map(({ k }) => (
            <th key={k} scope="col" className="num">
              {k}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" title="pass@k">
            one passes (pass@k)
          </th>
          {chances.map(({ k, any }) => (
            <td key={k} className="num">
              {percentText(any)}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row" title="pass^k">
            all pass (pass^k)
          </th>
          {chances.map(({ k, all }) => (
            <td key={k} className="num">
              {percentText(all)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
