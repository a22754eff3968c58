import { expect } from "vitest";
import { isUserFacingError } from "../../../../src/core/errors.ts";
import { exitCodeOf } from "../../../../src/core/folds/run-summary.ts";
import type { CaseResult, MetricResult } from "../../../../src/core/run.ts";
import { type EvalSetSource, evalSetSource } from "../../../../src/eval-sets/eval-set-source.ts";
import { readEvalSet } from "../../../../src/eval-sets/reading/read-eval-set.ts";
import { readConfigObject } from "../../../../src/project/config/read-config-object.ts";
import { planScoring } from "../../../../src/project/run/plan-scoring.ts";
import { runScoring } from "../../../../src/project/run/run-scoring.ts";
import { conversationList } from "../../../../src/project/traces/conversation-source.ts";
import {
  type ScoredConversation,
  type TraceRun,
  traceRun,
} from "../../../../src/project/traces/trace-run.ts";
import { memoryStore } from "../../../../src/stores/memory-store.ts";
import {
  type GroupOptions,
  groupTraces,
} from "../../../../src/traces/conversations/group-traces.ts";
import { readTraceBytes } from "../../../../src/traces/formats/read-trace-bytes.ts";
import type { TraceContent } from "../../../../src/traces/formats/trace-content.ts";
import { readTraces } from "../../../../src/traces/read-traces.ts";
import { argumentsOf } from "../../../../src/traces/turns/to-invocation.ts";
import { expectScore, ours } from "../../compare.ts";
import { type ConformanceKind, outcomeOf } from "../../vector.ts";

interface TraceInput {
  readonly trace_text?: string;
  readonly trace_base64?: string;
  readonly format?: "jaeger-json" | "otlp-json";
  readonly eval_set?: unknown;
  readonly eval_set_text?: string;
  readonly metrics: readonly { readonly name: string; readonly match_type?: string }[];
  readonly options?: {
    readonly threshold?: number;
    readonly group_by?: "auto" | "trace" | "conversation";
  };
}

interface TraceOutcome {
  readonly error?: object;
  readonly exit: number;
  readonly errors?: readonly string[];
  readonly traces?: readonly TraceEntry[];
}

interface TraceEntry {
  readonly trace_id: string;
  readonly trace_ids: readonly string[];
  readonly case: { readonly id: string | null; readonly how?: string; readonly why?: string };
  readonly invocations: readonly unknown[];
  readonly missing_turns?: number;
  readonly unexpected_turns?: number;
  readonly scores: readonly {
    readonly score: number | null;
    readonly status: string;
    readonly per_invocation: readonly (number | null)[];
    readonly error?: boolean;
  }[];
}

export const checks: ConformanceKind = {
  inputs: [
    "trace_text",
    "trace_base64",
    "format",
    "eval_set",
    "eval_set_text",
    "metrics",
    "options",
  ],
  async hold(vector) {
    const outcome = outcomeOf(vector) as unknown as TraceOutcome;
    const input = vector.input as unknown as TraceInput;
    const content = readTraceBytes(bytesOf(input), input.format);
    if (outcome.traces === undefined) {
      expect(content?.spans ?? []).toEqual([]);
      return;
    }
    if (content === undefined) throw new Error("the trace was not read");
    const set = openSet(input);
    const errors = [...set.errors, ...(content.problems.length > 0 ? ["trace_line"] : [])];
    expect(errors).toEqual(outcome.errors ?? []);
    const run = await runOf(content, set.source, input);
    // long integers have lost digits in the vector already, by being parsed
    const found = JSON.parse(JSON.stringify([...run.conversations()].map(shown)));
    expect(found).toEqual(outcome.traces.map(wanted));
    await expectScores(run, outcome, input, errors);
  },
};

function bytesOf({ trace_text, trace_base64 }: TraceInput): Buffer {
  return trace_base64 === undefined
    ? Buffer.from(trace_text ?? "")
    : Buffer.from(trace_base64, "base64");
}

function openSet({ eval_set, eval_set_text }: TraceInput): {
  readonly source?: EvalSetSource;
  readonly errors: readonly string[];
} {
  const text = eval_set_text ?? (eval_set === undefined ? undefined : JSON.stringify(eval_set));
  if (text === undefined) return { errors: [] };
  try {
    const { evalSet, adkIncompatibilities } = readEvalSet(text, { duplicates: "allow" });
    // what we read and ADK refuses is refused here too
    if (adkIncompatibilities.length > 0) return { errors: ["eval_set"] };
    return { source: evalSetSource(evalSet), errors: [] };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { errors: ["eval_set"] };
  }
}

function runOf(
  content: TraceContent,
  evalSet: EvalSetSource | undefined,
  { options }: TraceInput,
): Promise<TraceRun> {
  const conversations = (grouping: GroupOptions) =>
    conversationList(groupTraces(readTraces(content), grouping));
  return traceRun({
    conversations,
    evalSet,
    groupBy: options?.group_by,
    version: "0",
    from: "vector",
  });
}

/** What we found, in the words of the vectors. */
function shown({ conversation, match, missingTurns, unexpectedTurns }: ScoredConversation) {
  const { traceId, traceIds, turns } = conversation;
  return {
    trace_id: traceId,
    trace_ids: traceIds,
    case:
      match.evalCase === undefined
        ? { id: null, why: match.why.replaceAll("-", "_") }
        : { id: match.evalCase.evalId, how: match.how.replaceAll("-", "_") },
    invocations: turns.map(({ id, user, answer, tools }) => ({
      id,
      user: user ?? "",
      answer: answer ?? null,
      tools: tools.map((tool) => ({
        name: tool.name,
        args: argumentsOf(tool.args),
        id: tool.id ?? null,
        result: tool.result ?? null,
        error: tool.errorType !== undefined,
      })),
    })),
    missing_turns: missingTurns ?? 0,
    unexpected_turns: unexpectedTurns ?? 0,
  };
}

function wanted(entry: TraceEntry) {
  const { trace_id, trace_ids, invocations, missing_turns = 0, unexpected_turns = 0 } = entry;
  return { trace_id, trace_ids, case: entry.case, invocations, missing_turns, unexpected_turns };
}

/** Every metric runs on its own, as the vectors have it; the exit code is that of all of them. */
async function expectScores(
  run: TraceRun,
  outcome: TraceOutcome,
  input: TraceInput,
  errors: readonly string[],
): Promise<void> {
  let exit = errors.length > 0 ? 1 : 0;
  for (const [place, { name, match_type }] of input.metrics.entries()) {
    const threshold = input.options?.threshold ?? 0.5;
    const criterion = match_type === undefined ? threshold : { threshold, match_type };
    const scored = await score(run, name, criterion);
    if (scored.exit !== 0) exit = 1;
    for (const [index, { scores }] of (outcome.traces ?? []).entries()) {
      const result = scored.results[index]?.metrics.find((metric) => metric.name === name);
      expectScored(result, scores[place]);
    }
  }
  expect(exit === 0).toBe(outcome.exit === 0);
}

function expectScored(
  result: MetricResult | undefined,
  wanted: TraceEntry["scores"][number] | undefined,
): void {
  if (wanted === undefined) return;
  expect(result?.status ?? "not-evaluated").toBe(ours(wanted.status));
  expectScore(result?.score, wanted.score);
  expectTurns(result, wanted.per_invocation);
  if (wanted.error === true) expect(result).toBeUndefined();
}

function expectTurns(result: MetricResult | undefined, wanted: readonly (number | null)[]): void {
  const scores = (result?.perInvocation ?? []).flatMap(({ score }) => score ?? []);
  expect(scores.length).toBe(wanted.length);
  for (const [turn, score] of wanted.entries()) expectScore(scores[turn], score);
}

async function score(run: TraceRun, name: string, criterion: unknown) {
  const results: CaseResult[] = [];
  try {
    const config = await readConfigObject({ criteria: { [name]: criterion } }, process.cwd());
    const planned = await planScoring(run, {
      config,
      references: [],
      cwd: process.cwd(),
      version: "0",
    });
    const never = new AbortController().signal;
    const summary = await runScoring(planned, {
      store: memoryStore(),
      reporters: [{ onCase: (result) => results.push(result) }],
      stop: never,
      kill: never,
    });
    return { results: results.sort((a, b) => a.index - b.index), exit: exitCodeOf(summary) };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { results: [], exit: 2 };
  }
}
