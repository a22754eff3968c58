import type { Usage } from "../../core/agent.ts";

interface Counted {
  readonly total?: number;
  readonly cacheRead?: number;
  readonly reasoning?: number;
}

/** Models count in objects, the SDK in plain numbers. A model that counts nothing was called all the same. */
export function usageOf(usage: unknown): Partial<Usage> | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const reported = usage as {
    inputTokens?: number | Counted;
    outputTokens?: number | Counted;
    inputTokenDetails?: { cacheReadTokens?: number };
    outputTokenDetails?: { reasoningTokens?: number };
  };
  const input = counted(reported.inputTokens);
  const output = counted(reported.outputTokens);
  return {
    input: input.total ?? 0,
    output: output.total ?? 0,
    cached: input.cacheRead ?? reported.inputTokenDetails?.cacheReadTokens,
    reasoning: output.reasoning ?? reported.outputTokenDetails?.reasoningTokens,
  };
}

function counted(count: number | Counted | undefined): Counted {
  return typeof count === "number" ? { total: count } : (count ?? {});
}
