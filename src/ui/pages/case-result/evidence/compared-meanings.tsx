import type { MetricDetails } from "../../../../core/metric-outcome.ts";
import { Glyph } from "../../../components/glyph.tsx";

interface ComparedMeaning {
  readonly tool?: string;
  readonly argument?: string;
  readonly wanted?: string;
  readonly given?: string;
  /** Undefined: the judge came to no verdict. */
  readonly same?: boolean;
  readonly rationale?: string;
  readonly votes?: { readonly valid?: number; readonly invalid?: number };
}

/** Arguments that a judge compared by meaning, each with what it says. */
export function ComparedMeanings({ details }: { readonly details: MetricDetails | undefined }) {
  const all = details?.meanings;
  if (!Array.isArray(all)) return null;
  return (
    <ul className="rubric">
      {(all as readonly ComparedMeaning[]).map((each) => {
        const { tool, argument, wanted, given, same, rationale, votes } = each;
        return (
          <li key={JSON.stringify([tool, argument, wanted, given])}>
            <Glyph state={same === undefined ? "not-evaluated" : same ? "passed" : "failed"} />
            <span title={`${tool}, ${argument}`}>
              {argument}: “{given}” {same === true ? "means" : "does not mean"} “{wanted}”
              {votes !== undefined && `, ${votes.valid ?? 0} to ${votes.invalid ?? 0}`}
            </span>
            {rationale !== undefined && <small>{rationale}</small>}
          </li>
        );
      })}
    </ul>
  );
}
