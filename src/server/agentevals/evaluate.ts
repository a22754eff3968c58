import type { EvalSet } from "../../core/eval-set.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { planScoring } from "../../project/run/plan-scoring.ts";
import { runScoring } from "../../project/run/run-scoring.ts";
import { conversationList } from "../../project/traces/conversation-source.ts";
import {
  type ScoredConversation,
  type TraceRunRequest,
  traceRun,
} from "../../project/traces/trace-run.ts";
import {
  areTogether,
  type GroupOptions,
  groupTraces,
  hasNames,
  type TraceConversation,
} from "../../traces/conversations/group-traces.ts";
import type { TraceContent } from "../../traces/formats/trace-content.ts";
import { performanceFold, tracePerformance } from "../../traces/performance/trace-performance.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { camelKeys } from "./camel-keys.ts";
import type { RequestConfig } from "./request-config.ts";
import { traceResult } from "./trace-result.ts";

/** What the routes that evaluate have in common. */
export interface EvaluateSetup {
  readonly runs: RunStore;
  readonly version: string;
}

/** What is evaluated, and by what. */
export interface Evaluation extends Pick<TraceRunRequest, "caseId"> {
  /** What was read, or the conversations that are known already. */
  readonly content: TraceContent | readonly TraceConversation[];
  readonly asked: RequestConfig;
  readonly evalSet?: EvalSet | undefined;
  /** What could not be read of the request. */
  readonly errors: readonly string[];
  readonly signal: AbortSignal;
}

interface Listener {
  /** Before anything is measured. */
  onBegin?(conversations: readonly ScoredConversation[]): void;
  onResult?(result: object): void;
}

/** Scores traces as `assay score` does, keeps the run, and answers in the shape of this API. */
export async function evaluate(
  evaluation: Evaluation,
  { runs, version }: EvaluateSetup,
  listener: Listener = {},
): Promise<object> {
  const { content, caseId, asked, errors, signal } = evaluation;
  const isEmpty = "spans" in content ? content.spans.length === 0 : content.length === 0;
  if (isEmpty) return { ...nothing, errors: [...errors, "No traces loaded."] };
  const evalSet = evaluation.evalSet && evalSetSource(evaluation.evalSet);
  const { groupBy } = asked;
  let isTogether = true;
  const conversations = (options: GroupOptions) => {
    if (!("spans" in content)) return conversationList(content);
    const records = readTraces(content);
    isTogether = areTogether(options, hasNames(records));
    return conversationList(groupTraces(records, options));
  };
  const about = { evalSet, groupBy, caseId, version, from: "a request", unread: errors };
  const run = await traceRun({ conversations, ...about });
  const scored = [...run.conversations()];
  listener.onBegin?.(scored);
  const { config } = asked;
  const planned = await planScoring(run, { config, references: [], cwd: process.cwd(), version });
  const results = new Map<number, CaseResult>();
  const reporter: Reporter = {
    onCase: (result) => {
      results.set(result.index, result);
      listener.onResult?.(resultAt(result.index));
    },
  };
  const { metrics } = asked;
  const resultAt = (place: number) =>
    traceResult(scored[place], results.get(place), { metrics, isTogether });
  const { runId } = await runScoring(planned, {
    store: runs,
    reporters: [reporter],
    stop: signal,
    kill: signal,
  });
  const whole = performanceFold();
  for (const { conversation } of scored) whole.add(tracePerformance(conversation));
  return {
    traceResults: scored.map((_, place) => resultAt(place)),
    errors,
    performanceMetrics: camelKeys(whole.result()),
    runId,
  };
}

const nothing = { traceResults: [], errors: [], performanceMetrics: null, runId: null };
