import type { TokenCounts, TraceModelCall } from "../../core/traces/trace-turn.ts";
import type { TraceConversation } from "../conversations/group-traces.ts";
import { type Figures, figuresOf, percentilesOf } from "./latency-figures.ts";

/** How long a conversation took, and what it used. Milliseconds. */
export interface TracePerformance {
  readonly latency: {
    readonly overall: Figures;
    readonly llm_calls: Figures;
    readonly tool_executions: Figures;
  };
  readonly tokens: TokenTotals & { readonly per_llm_call: Figures };
  readonly counts: {
    readonly llm_calls: number;
    readonly tool_calls: number;
    readonly invocations: number;
  };
  readonly models: readonly string[];
  readonly tool_names: readonly string[];
}

interface TokenTotals {
  readonly total_prompt: number;
  readonly total_output: number;
  readonly total: number;
  readonly cache_creation_tokens: number;
  readonly cache_read_tokens: number;
}

/** Times and counts of one conversation, by turns and calls however many spans each has. What has no known time is left out. */
export function tracePerformance({ turns, readings }: TraceConversation): TracePerformance {
  const calls = turns.flatMap((turn) => turn.calls);
  const tools = turns.flatMap((turn) => turn.tools);
  const used = calls.flatMap(({ usage }) => (isCounted(usage) ? [usage] : []));
  // without a turn there still are traces, and these took time
  const whole = turns.length > 0 ? turns : readings.flatMap(({ tree }) => tree.roots);
  return {
    latency: {
      overall: figuresOf(durations(whole)),
      llm_calls: figuresOf(durations(calls)),
      tool_executions: figuresOf(durations(tools)),
    },
    tokens: {
      ...totalsOf(calls),
      per_llm_call: figuresOf(used.map(({ input = 0, output = 0 }) => input + output)),
    },
    counts: { llm_calls: calls.length, tool_calls: tools.length, invocations: turns.length },
    models: sorted(calls.flatMap(({ model, responseModel }) => model ?? responseModel ?? [])),
    tool_names: sorted(tools.flatMap(({ name }) => (name === "" ? [] : [name]))),
  };
}

/** The same of all conversations together. */
export interface RunPerformance {
  readonly tokens: TokenTotals & {
    readonly avg_per_trace: { readonly prompt: number; readonly output: number };
  };
  readonly latency: {
    readonly overall_per_trace: {
      readonly p50: number;
      readonly p95: number;
      readonly p99: number;
    };
  };
  readonly counts: {
    readonly traces: number;
    readonly total_llm_calls: number;
    readonly total_tool_calls: number;
    readonly avg_llm_calls_per_trace: number;
    readonly avg_tool_calls_per_trace: number;
  };
  readonly models: readonly string[];
  readonly trace_count: number;
}

/** What conversations come to; a conversation counts by its median turn. */
export function runPerformance(all: readonly TracePerformance[]): RunPerformance {
  const sum = (read: (one: TracePerformance) => number) =>
    all.reduce((total, one) => total + read(one), 0);
  const mean = (total: number) => (all.length === 0 ? 0 : total / all.length);
  const [prompt, output] = [
    sum((one) => one.tokens.total_prompt),
    sum((one) => one.tokens.total_output),
  ];
  const [calls, tools] = [sum((one) => one.counts.llm_calls), sum((one) => one.counts.tool_calls)];
  const medians = all.flatMap(({ latency }) =>
    latency.overall.count === 0 ? [] : [latency.overall.median],
  );
  return {
    tokens: {
      total_prompt: prompt,
      total_output: output,
      total: prompt + output,
      avg_per_trace: { prompt: mean(prompt), output: mean(output) },
      cache_creation_tokens: sum((one) => one.tokens.cache_creation_tokens),
      cache_read_tokens: sum((one) => one.tokens.cache_read_tokens),
    },
    latency: { overall_per_trace: percentilesOf(medians.toSorted((a, b) => a - b)) },
    counts: {
      traces: all.length,
      total_llm_calls: calls,
      total_tool_calls: tools,
      avg_llm_calls_per_trace: mean(calls),
      avg_tool_calls_per_trace: mean(tools),
    },
    models: sorted(all.flatMap(({ models }) => models)),
    trace_count: all.length,
  };
}

function isCounted(usage: TokenCounts | undefined): usage is TokenCounts {
  return usage?.input !== undefined || usage?.output !== undefined;
}

function totalsOf(calls: readonly TraceModelCall[]): TokenTotals {
  const sum = (read: (usage: TokenCounts) => number | undefined) =>
    calls.reduce((total, { usage }) => total + ((usage && read(usage)) ?? 0), 0);
  const [prompt, output] = [sum(({ input }) => input), sum((usage) => usage.output)];
  return {
    total_prompt: prompt,
    total_output: output,
    total: prompt + output,
    cache_creation_tokens: sum(({ cacheWrite }) => cacheWrite),
    cache_read_tokens: sum(({ cacheRead }) => cacheRead),
  };
}

interface Timed {
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

function durations(all: readonly Timed[]): readonly number[] {
  return all.flatMap(({ start, end }) =>
    start === undefined || end === undefined || end < start ? [] : [Number(end - start) / 1e6],
  );
}

function sorted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort();
}
