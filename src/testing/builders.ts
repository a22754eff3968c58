import { type FunctionCall, textContent } from "../core/content.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import type {
  CaseEndEvent,
  CaseKey,
  CaseStartEvent,
  MetricResult,
  RunEndEvent,
  RunEvent,
  RunStartEvent,
  TurnEndEvent,
} from "../core/run.ts";
import { SCHEMA_VERSION } from "../core/run.ts";
import type { RunInfo, RunSet } from "../core/run-info.ts";

const AT = "2026-11-16T02:53:12.000Z";

/** A turn as it was recorded: what the user said, which tools were called, what the agent answered. */
export function anInvocation(
  overrides: Partial<Invocation> & {
    readonly user?: string;
    readonly answer?: string;
    readonly calls?: readonly FunctionCall[];
  } = {},
): Invocation {
  const { user = "hello", answer = "hi", calls = [], ...rest } = overrides;
  return {
    invocationId: "invocation-1",
    userContent: textContent("user", user),
    finalResponse: textContent("model", answer),
    intermediateData: {
      invocationEvents: calls.map((functionCall) => ({
        author: "agent",
        content: { role: "model", parts: [{ functionCall }] },
      })),
    },
    creationTimestamp: 0,
    ...rest,
  };
}

/** A turn as people write it in an eval set: the calls and the answer that are expected. */
export function anExpectedTurn(
  overrides: Partial<Invocation> & {
    readonly user?: string;
    readonly answer?: string;
    readonly calls?: readonly FunctionCall[];
  } = {},
): Invocation {
  const { calls = [], ...rest } = overrides;
  return anInvocation({
    intermediateData: { toolUses: calls },
    ...rest,
  });
}

export function anEvalCase(overrides: Partial<EvalCase> = {}): EvalCase {
  const conversation =
    overrides.conversationScenario === undefined ? [anExpectedTurn()] : undefined;
  return {
    evalId: "case-1",
    conversation,
    creationTimestamp: 0,
    ...overrides,
  };
}

export function aMetricResult(overrides: Partial<MetricResult> = {}): MetricResult {
  return {
    name: "tool_trajectory_avg_score",
    version: 1,
    status: "passed",
    score: 1,
    threshold: 1,
    direction: "higher",
    perInvocation: [{ score: overrides.score ?? 1, status: overrides.status ?? "passed" }],
    ...overrides,
  };
}

export function aRunSet(overrides: Partial<RunSet> = {}): RunSet {
  const metric = { name: "tool_trajectory_avg_score", version: 1, threshold: 1 } as const;
  return {
    evalSetId: "set-1",
    hash: "set-hash",
    caseCount: 1,
    config: { metrics: [{ ...metric, direction: "higher" }] },
    ...overrides,
  };
}

/** The first event of a run. `caseCount` is that of its sets unless it is given. */
export function aRunStart(
  overrides: Partial<RunInfo> & { readonly runId?: string; readonly at?: string } = {},
): RunStartEvent {
  const { runId = "run-1", at = AT, sets = [aRunSet()], ...about } = overrides;
  return {
    type: "run-start",
    schemaVersion: SCHEMA_VERSION,
    runId,
    at,
    about: {
      kind: "eval",
      agent: { name: "agent-1" },
      sets,
      caseCount: sets.reduce((total, set) => total + set.caseCount, 0),
      trials: 1,
      require: "pooled",
      concurrency: 8,
      version: "0.0.0",
      ...about,
    },
  };
}

export function aRunEnd(overrides: Partial<RunEndEvent> = {}): RunEndEvent {
  return { type: "run-end", runId: "run-1", at: AT, status: "ended", ...overrides };
}

/** Which conversation of which run an event belongs to; the rest of an event is up to its builder. */
type Of = Partial<CaseKey> & { readonly runId?: string };

export function aCaseStart(overrides: Partial<CaseStartEvent> = {}): CaseStartEvent {
  return {
    ...caseOf(overrides),
    type: "case-start",
    at: AT,
    evalCase: anEvalCase({ evalId: overrides.evalId ?? "case-1" }),
    sessionId: "session-1",
    userId: "user",
    ...overrides,
  };
}

export function aTurnEnd(overrides: Partial<TurnEndEvent> = {}): TurnEndEvent {
  return {
    ...caseOf(overrides),
    type: "turn-end",
    turn: 0,
    invocation: anInvocation(),
    ...overrides,
  };
}

export function aCaseEnd(overrides: Partial<CaseEndEvent> = {}): CaseEndEvent {
  const status = overrides.status ?? "passed";
  return {
    ...caseOf(overrides),
    type: "case-end",
    at: AT,
    status,
    metrics: [aMetricResult({ status, score: status === "passed" ? 1 : 0 })],
    duration: 0.01,
    ...overrides,
  };
}

/** All events of one conversation: its start, a turn for each invocation, its end. */
export function caseEvents(
  of: Of & {
    readonly evalCase?: EvalCase;
    readonly invocations?: readonly Invocation[];
    readonly end?: Partial<CaseEndEvent>;
  } = {},
): readonly RunEvent[] {
  const key = caseOf(of);
  const { evalCase = anEvalCase({ evalId: key.evalId }), invocations = [anInvocation()] } = of;
  return [
    aCaseStart({ ...key, evalCase }),
    ...invocations.map((invocation, turn) => aTurnEnd({ ...key, turn, invocation })),
    aCaseEnd({ ...key, ...of.end }),
  ];
}

function caseOf({
  runId = "run-1",
  evalSetId = "set-1",
  evalId = "case-1",
  trial = 0,
  index = 0,
}: Of) {
  return { runId, evalSetId, evalId, trial, index };
}
