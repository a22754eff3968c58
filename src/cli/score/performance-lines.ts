import { type InvocationEvent, isRecorded } from "../../core/invocation.ts";
import type { Reporter } from "../../core/reporter.ts";
import { secondsText } from "../../reporters/text/amount-text.ts";
import { medianOf, percentilesOf } from "../../traces/performance/latency-figures.ts";

/** How long agents took and what they used, as far as traces say it, for people. */
export function performanceLines(): { readonly reporter: Reporter; lines(): readonly string[] } {
  const medians: number[] = [];
  const tokens = { input: 0, output: 0 };
  return {
    reporter: {
      onCase: ({ invocations }) => {
        const seconds: number[] = [];
        for (const { duration, intermediateData } of invocations) {
          if (duration !== undefined) seconds.push(duration);
          if (isRecorded(intermediateData)) addTokens(intermediateData.invocationEvents, tokens);
        }
        if (seconds.length > 0) medians.push(medianOf(seconds.sort((a, b) => a - b)));
      },
    },
    lines: () => {
      const words = [...timeWords(medians), ...tokenWords(tokens)];
      return words.length === 0 ? [] : [`the agent: ${words.join(" · ")}`];
    },
  };
}

function addTokens(
  events: readonly InvocationEvent[],
  tokens: { input: number; output: number },
): void {
  for (const { usageMetadata } of events) {
    tokens.input += usageMetadata?.promptTokenCount ?? 0;
    tokens.output += usageMetadata?.candidatesTokenCount ?? 0;
  }
}

function timeWords(medians: readonly number[]): readonly string[] {
  if (medians.length === 0) return [];
  const { p50, p95, p99 } = percentilesOf(medians.toSorted((a, b) => a - b));
  const spread = medians.length === 1 ? "" : ` (p95 ${secondsText(p95)}, p99 ${secondsText(p99)})`;
  return [`${secondsText(p50)} a turn${spread}`];
}

function tokenWords({ input, output }: { input: number; output: number }): readonly string[] {
  const count = (number: number) => number.toLocaleString("en");
  if (input + output === 0) return [];
  return [`${count(input + output)} tokens (${count(input)} in, ${count(output)} out)`];
}
