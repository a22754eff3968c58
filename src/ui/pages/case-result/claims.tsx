import type { MetricResult } from "../../../core/run.ts";
import { Glyph, type State } from "../../components/glyph.tsx";

/** One sentence of an answer, and what a judge found of it. */
export interface Claim {
  readonly sentence: string;
  readonly label?: string | undefined;
  readonly score?: number | undefined;
  readonly rationale?: string | undefined;
}

interface CheckedText {
  readonly sentences?: readonly Claim[];
}

/** The sentences of a turn that a metric labelled, in their order. */
export function claimsOf(metrics: readonly MetricResult[], at: number): readonly Claim[] {
  for (const { perInvocation } of metrics) {
    const texts = perInvocation[at]?.details?.texts;
    if (!Array.isArray(texts)) continue;
    return (texts as readonly CheckedText[]).flatMap(({ sentences }) =>
      Array.isArray(sentences) ? (sentences as readonly Claim[]) : [],
    );
  }
  return [];
}

export function Claims({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <ul className="claims sect">
      {claims.map(({ sentence, label, score, rationale }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be said twice
        <li key={at} title={rationale}>
          <Glyph state={stateOf(score)} />
          {sentence}
          <small>{label ?? "not labelled"}</small>
        </li>
      ))}
    </ul>
  );
}

function stateOf(score: number | undefined): State {
  if (score === undefined) return "not-evaluated";
  return score > 0 ? "passed" : "failed";
}
