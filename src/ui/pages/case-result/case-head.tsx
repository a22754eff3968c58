import type { CaseResult } from "../../../core/run.ts";
import { Glyph } from "../../components/glyph.tsx";
import { secondsText } from "../../lib/words.ts";
import { reasonOf } from "./reason-of.ts";
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
