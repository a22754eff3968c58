import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import type { ScoredConversation, TraceRun } from "../../project/traces/trace-run.ts";
import { runPerformance, tracePerformance } from "../../traces/performance/trace-performance.ts";
import { argumentsOf } from "../../traces/turns/to-invocation.ts";

/** What the JSON report says of traces beside what it says of any run. */
export interface TraceReport {
  readonly reporter: Reporter;
  sections(): Readonly<Record<string, unknown>>;
}

export function traceReport(run: TraceRun): TraceReport {
  const results = new Map<string, CaseResult>();
  const all = run.conversations.map(({ conversation }) => tracePerformance(conversation));
  return {
    reporter: { onCase: (result) => void results.set(result.evalId, result) },
    sections: () => ({
      traces: run.conversations.map((each) => traceOf(each, results.get(each.evalId))),
      performance: {
        traces: run.conversations.map(({ conversation }, place) => ({
          trace_id: conversation.traceId,
          ...all[place],
        })),
        run: runPerformance(all),
      },
    }),
  };
}

function traceOf(each: ScoredConversation, result: CaseResult | undefined) {
  const { conversation, match, missingTurns, unexpectedTurns } = each;
  const { evalCase } = match;
  return {
    traceId: conversation.traceId,
    traceIds: conversation.traceIds,
    case:
      evalCase === undefined
        ? { id: null, why: match.why }
        : { id: evalCase.evalId, how: match.how },
    status: result?.status ?? "not-evaluated",
    ...(missingTurns !== undefined && { missingTurns, unexpectedTurns }),
    metrics: (result?.metrics ?? []).map(({ name, score, status, reason }) => ({
      name,
      score: score ?? null,
      status,
      ...(reason !== undefined && { reason }),
    })),
    invocations: conversation.turns.map(({ id, user, answer, tools }) => ({
      id,
      user: user ?? "",
      answer: answer ?? null,
      tools: tools.map((tool) => ({
        name: tool.name,
        args: argumentsOf(tool.args),
        ...(tool.id !== undefined && { id: tool.id }),
        ...(tool.result !== undefined && { result: tool.result }),
        ...(tool.errorType !== undefined && { error: tool.errorType }),
      })),
    })),
    warnings: conversation.turns.flatMap(({ warnings }) => warnings),
  };
}
