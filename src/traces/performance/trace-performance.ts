import type { TokenCounts } from "../../core/traces/trace-turn.ts";
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
export function tracePerformance({ turns, records }: TraceConversation): TracePerformance {
  const calls = turns.flatMap((turn) => turn.calls);
  const tools = turns.flatMap((turn) => turn.tools);
  const used = calls.flatMap(({ usage }) => (isCounted(usage) ? [usage] : []));
  // without a turn there still are traces, and these took time
  const whole = turns.length > 0 ? turns : records.flatMap(({ roots }) => roots);
  return {
    latency: {
      overall: figuresOf(durations(whole)),
      llm_calls: figuresOf(durations(calls)),
      tool_executions: figuresOf(durations(tools)),
    },
    tokens: {
      ...totalsOf(used),
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
  const fold = performanceFold();
  for (const one of all) fold.add(one);
  return fold.result();
}

/** The same one conversation at a time. */
export function performanceFold(): {
  add(one: TracePerformance): void;
  result(): RunPerformance;
} {
  const medians: number[] = [];
  const models = new Set<string>();
  const sums = { prompt: 0, output: 0, cacheWrite: 0, cacheRead: 0, calls: 0, tools: 0 };
  let count = 0;
  const mean = (total: number) => (count === 0 ? 0 : total / count);
  return {
    add({ latency: { overall }, tokens, counts, models: own }) {
      count += 1;
      if (overall.count > 0) medians.push(overall.median);
      for (const model of own) models.add(model);
      sums.prompt += tokens.total_prompt;
      sums.output += tokens.total_output;
      sums.cacheWrite += tokens.cache_creation_tokens;
      sums.cacheRead += tokens.cache_read_tokens;
      sums.calls += counts.llm_calls;
      sums.tools += counts.tool_calls;
    },
    result: () => ({
      tokens: {
        total_prompt: sums.prompt,
        total_output: sums.output,
        total: sums.prompt + sums.output,
        avg_per_trace: { prompt: mean(sums.prompt), output: mean(sums.output) },
        cache_creation_tokens: sums.cacheWrite,
        cache_read_tokens: sums.cacheRead,
      },
      latency: { overall_per_trace: percentilesOf(medians.toSorted((a, b) => a - b)) },
      counts: {
        traces: count,
        total_llm_calls: sums.calls,
        total_tool_calls: sums.tools,
        avg_llm_calls_per_trace: mean(sums.calls),
        avg_tool_calls_per_trace: mean(sums.tools),
      },
      models: sorted([...models]),
      trace_count: count,
    }),
  };
}

/** A call that says neither what it was sent nor what it answered is left out of all figures about tokens. */
function isCounted(usage: TokenCounts | undefined): usage is TokenCounts {
  return usage?.input !== undefined || usage?.output !== undefined;
}

function totalsOf(used: readonly TokenCounts[]): TokenTotals {
  const sum = (read: (usage: TokenCounts) => number | undefined) =>
    used.reduce((total, usage) => total + (read(usage) ?? 0), 0);
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
