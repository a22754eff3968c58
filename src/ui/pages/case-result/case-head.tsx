import type { CaseResult } from "../../../core/run.ts";
import { Glyph } from "../../components/glyph.tsx";
import { reasonWords, secondsText } from "../../lib/words.ts";
import type { ShownTurn } from "./turns.ts";

interface CaseHeadProps {
  readonly result: CaseResult;
  readonly trials: number;
  readonly turns: readonly ShownTurn[];
}

/** The reason first, then everything else. */
export function CaseHead({ result, trials, turns }: CaseHeadProps) {
  return (
    <header className="pagehead">
      <div className="row">
        <Glyph state={result.status} />
        <h1>{result.evalId}</h1>
        {trials > 1 && (
          <span className="chip">
            trial {result.trial + 1} of {trials}
          </span>
        )}
        <span className="faint push">{secondsText(result.duration)}</span>
      </div>
      <p className="lead">{reasonOf(result, turns)}</p>
    </header>
  );
}

function reasonOf(
  { status, reason, detail, metrics }: CaseResult,
  turns: readonly ShownTurn[],
): string {
  if (detail !== undefined) return detail;
  const at = turns.findIndex(({ why }) => why !== undefined);
  const why = turns[at]?.why;
  if (why !== undefined) return `Turn ${at + 1}: ${why}`;
  if (status === "passed") return "Everything that was asked of it holds.";
  const spoke = metrics.find((metric) => metric.status === status && metric.detail !== undefined);
  if (spoke?.detail !== undefined) return spoke.detail;
  if (reason !== undefined) return `Not evaluated: ${reasonWords[reason]}.`;
  const short = metrics.filter((metric) => metric.status === "failed").map(({ name }) => name);
  return `Below its threshold: ${short.join(", ")}.`;
}
