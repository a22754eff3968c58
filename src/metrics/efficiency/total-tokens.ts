import type { Invocation } from "../../core/invocation.ts";
import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { modelCallsOf } from "./inference-call-count.ts";
import { notReported } from "./not-reported.ts";
import { tokensOf } from "./token-usage.ts";

/** What a whole conversation cost in tokens. */
export const totalTokens = builtInMetric({
  name: "total_tokens",
  description: "Tokens of the whole conversation, in and out; the threshold is the most allowed.",
  version: 1,
  range: { min: 0, max: undefined },
  direction: "lower",
  reads: ["token counts"],
  needs: [],
  criterion: object<object>({}, { expected: "a total_tokens criterion", unknown: "refuse" }),
  create: (_criterion, { name }) => {
    return ({ actual }) => {
      const tokens = actual.map(tokensOfTurn);
      const score = tokensOfTurns(actual);
      if (score === undefined) return notReported(name, "the tokens of every turn");
      const why = `${score} tokens in ${tokens.length === 1 ? "1 turn" : `${tokens.length} turns`}.`;
      return { kind: "scored", score, perInvocation: [], details: { tokens }, why };
    };
  },
});

/** The same as a figure; undefined where the metric would come to no score. */
export function tokensOfTurns(turns: readonly Invocation[]): number | undefined {
  let [sum, isReported] = [0, false];
  for (const turn of turns) {
    const tokens = tokensOfTurn(turn);
    if (tokens === undefined) return undefined;
    sum += tokens;
    isReported ||= tokensOf(turn).totalTokens !== undefined;
  }
  return isReported ? sum : undefined;
}

/** A turn that called no model cost nothing; one whose calls reported nothing is unknown. */
function tokensOfTurn(turn: Invocation): number | undefined {
  return tokensOf(turn).totalTokens ?? (modelCallsOf(turn) === 0 ? 0 : undefined);
}
