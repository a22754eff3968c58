import type { EvalCase } from "../../../../core/eval-set.ts";
import type { MetricDetails } from "../../../../core/metric-outcome.ts";
import { Glyph } from "../../../components/glyph.tsx";

interface RubricScore {
  readonly rubricId?: string;
  readonly score?: number | null;
  readonly rationale?: string;
}

interface RubricsProps {
  readonly details: MetricDetails | undefined;
  readonly evalCase: EvalCase;
  /** Of the config, by their ids. */
  readonly configured?: Readonly<Record<string, string>> | undefined;
}

/** Judged item by item, each with what the judge says of it. */
export function Rubrics({ details, evalCase, configured = {} }: RubricsProps) {
  const scores = details?.rubricScores;
  if (!Array.isArray(scores)) return null;
  const texts = rubricTexts(evalCase);
  return (
    <ul className="rubric">
      {(scores as readonly RubricScore[]).map(({ rubricId = "", score, rationale }) => (
        <li key={rubricId}>
          <Glyph state={score == null ? "not-evaluated" : score > 0 ? "passed" : "failed"} />
          <span title={rubricId}>{texts.get(rubricId) ?? configured[rubricId] ?? rubricId}</span>
          {rationale !== undefined && <small>{rationale}</small>}
        </li>
      ))}
    </ul>
  );
}

/** Those that the case itself asks for. */
function rubricTexts({ rubrics = [], conversation = [] }: EvalCase): ReadonlyMap<string, string> {
  const all = [...rubrics, ...conversation.flatMap((turn) => turn.rubrics ?? [])];
  return new Map(
    all.flatMap(({ rubricId, rubricContent }) => {
      const text = rubricContent.textProperty;
      return text === undefined ? [] : [[rubricId, text] as const];
    }),
  );
}
