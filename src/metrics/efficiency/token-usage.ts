import { type Invocation, isRecorded, type UsageMetadata } from "../../core/invocation.ts";
import { efficiencyMetric } from "./efficiency-metric.ts";

/** ADK's names for token counts; undefined where no model call reported one. */
export interface TokenUsageDetails {
  readonly totalTokens: number | undefined;
  readonly inputTokens: number | undefined;
  readonly promptTokens: number | undefined;
  readonly cachedTokens: number | undefined;
  readonly toolUseTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly candidatesTokens: number | undefined;
  readonly reasoningTokens: number | undefined;
}

/** ADK's `token_usage_v1`. */
export const tokenUsage = efficiencyMetric({
  name: "token_usage_v1",
  description: "Tokens per turn, in and out, where the agent reports them.",
  reads: ["token counts"],
  reported: "token counts",
  ofTurn: (turn) => figure(tokensOf(turn)),
  overall(turns) {
    const each = turns.map((turn) => turn.details?.tokenUsageDetails as TokenUsageDetails);
    return figure(perTurn(each));
  },
});

/** The tokens of all model calls of a turn. The total is in plus out, never the model's own total. */
export function tokensOf({ intermediateData }: Invocation): TokenUsageDetails {
  if (!isRecorded(intermediateData)) return UNKNOWN;
  const calls: UsageMetadata[] = [];
  for (const { usageMetadata } of intermediateData.invocationEvents) {
    if (usageMetadata !== undefined) calls.push(usageMetadata);
  }
  if (calls.length === 0) return UNKNOWN;
  const promptTokens = sumOf(calls.map((call) => call.promptTokenCount));
  const toolUseTokens = sumOf(calls.map((call) => call.toolUsePromptTokenCount));
  const candidatesTokens = sumOf(calls.map((call) => call.candidatesTokenCount));
  const reasoningTokens = sumOf(calls.map((call) => call.thoughtsTokenCount));
  const inputTokens = sumOf([promptTokens, toolUseTokens]);
  const outputTokens = sumOf([candidatesTokens, reasoningTokens]);
  return {
    totalTokens: sumOf([inputTokens, outputTokens]),
    inputTokens,
    promptTokens,
    cachedTokens: sumOf(calls.map((call) => call.cachedContentTokenCount)),
    toolUseTokens,
    outputTokens,
    candidatesTokens,
    reasoningTokens,
  };
}

const UNKNOWN: TokenUsageDetails = {
  totalTokens: undefined,
  inputTokens: undefined,
  promptTokens: undefined,
  cachedTokens: undefined,
  toolUseTokens: undefined,
  outputTokens: undefined,
  candidatesTokens: undefined,
  reasoningTokens: undefined,
};

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  let sum: number | undefined;
  for (const value of values) if (value !== undefined) sum = (sum ?? 0) + value;
  return sum;
}

/** A count that only some turns reported is shared out over all of them. */
function perTurn(turns: readonly TokenUsageDetails[]): TokenUsageDetails {
  if (turns.every((turn) => turn === UNKNOWN)) return UNKNOWN;
  const mean = (pick: (turn: TokenUsageDetails) => number | undefined) => {
    const sum = sumOf(turns.map(pick));
    return sum === undefined ? undefined : sum / turns.length;
  };
  return {
    totalTokens: mean((turn) => turn.totalTokens),
    inputTokens: mean((turn) => turn.inputTokens),
    promptTokens: mean((turn) => turn.promptTokens),
    cachedTokens: mean((turn) => turn.cachedTokens),
    toolUseTokens: mean((turn) => turn.toolUseTokens),
    outputTokens: mean((turn) => turn.outputTokens),
    candidatesTokens: mean((turn) => turn.candidatesTokens),
    reasoningTokens: mean((turn) => turn.reasoningTokens),
  };
}

function figure(tokens: TokenUsageDetails) {
  return { score: tokens.totalTokens, details: { tokenUsageDetails: tokens } };
}
