import type { AskModel } from "../core/chat-model.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { RunEvent } from "../core/run.ts";
import { journaledCalls } from "./call-journal.ts";
import { caseLimit, converse, type Ending, type Session, type Talk } from "./converse.ts";
import { scoreCase } from "./measure-case.ts";
import type { PlannedCase, RunPlan } from "./run-plan.ts";
import { deadlineSignal } from "./with-deadline.ts";

/** A user nobody named, as the reference calls it. */
const DEFAULT_USER = "test_user_id";

type Emit = (event: RunEvent) => void;

/** How a conversation ended; an abandoned one has no case-end, so that a resume takes it up again. */
export type CaseEnd =
  | { readonly status: "passed" | "failed" | "not-evaluated" }
  | { readonly status: "abandoned"; readonly waitingFor?: string | undefined };

/** Holds one conversation and scores it. Whatever the agent or a metric does, this never throws. */
export async function runCase(planned: PlannedCase, plan: RunPlan, emit: Emit): Promise<CaseEnd> {
  const startedMs = performance.now();
  const loaded = planned.load();
  const evalCase = loaded instanceof Promise ? await loaded : loaded;
  const { runId } = plan;
  const { evalSetId, evalId, trial, index } = planned;
  const session = sessionOf(planned, plan, evalCase);
  // events name their fields one by one, here and below: spreading them costs many times as much
  const start = (): void => {
    const { sessionId, userId } = session;
    const at = now(plan);
    emit({
      type: "case-start",
      runId,
      evalSetId,
      evalId,
      trial,
      index,
      at,
      evalCase,
      sessionId,
      userId,
    });
  };
  if (planned.held === undefined) start();

  const ask = askFor(planned, plan, emit);
  const user = plan.userFor(evalCase, ask, evalSetId);
  const environment = plan.environmentFor?.({ evalSetId, evalId, trial, index }, ask);
  const talk: Talk =
    "unsupported" in user
      ? {
          invocations: [],
          stopped: { status: "not-evaluated", reason: "unsupported", detail: user.unsupported },
        }
      : await converse({
          planned,
          plan,
          evalCase,
          user,
          environment,
          session,
          startedMs,
          emit,
          start,
        });
  if (talk.abandoned !== undefined) return { status: "abandoned", ...talk.abandoned };

  const scored = talk.stopped ?? score({ planned, plan, evalCase, talk, ask });
  const end: Ending = scored instanceof Promise ? await scored : scored;
  const cut = plan.kill.aborted ? cutShort(end) : undefined;
  if (cut !== undefined) return { status: "abandoned", waitingFor: cut };
  emit({
    type: "case-end",
    runId,
    evalSetId,
    evalId,
    trial,
    index,
    at: now(plan),
    metrics: end.metrics ?? [],
    status: end.status,
    reason: end.reason,
    detail: end.detail,
    partial: end.partial,
    output: end.output,
    duration: Math.round(performance.now() - startedMs) / 1000,
    restarted: talk.restarted ? true : undefined,
  });
  return { status: end.status };
}

function askFor(planned: PlannedCase, plan: RunPlan, emit: Emit): AskModel | undefined {
  if (plan.models === undefined) return undefined;
  const { issue, costOf } = plan.models;
  const { evalSetId, evalId, trial, index, finishedCalls: finished } = planned;
  const key = { evalSetId, evalId, trial, index };
  const { runId, durable } = plan;
  return journaledCalls({ runId, key, finished, emit, durable, issue, costOf });
}

interface ScoreTask {
  readonly planned: PlannedCase;
  readonly plan: RunPlan;
  readonly evalCase: EvalCase;
  readonly talk: Talk;
  readonly ask: AskModel | undefined;
}

function score(task: ScoreTask): Ending | Promise<Ending> {
  const { plan, evalCase, ask } = task;
  if (ask === undefined) return scoreUntil(task, plan.kill);
  const deadline = deadlineSignal(
    plan.kill,
    caseLimit(plan, evalCase),
    (seconds) => `Judging the case took more than ${seconds} s.`,
  );
  const scored = scoreUntil(task, deadline.signal);
  if (scored instanceof Promise) return scored.finally(deadline.clear);
  deadline.clear();
  return scored;
}

function scoreUntil(
  { planned, plan, evalCase, talk, ask }: ScoreTask,
  signal: AbortSignal,
): Ending | Promise<Ending> {
  return scoreCase({
    evalCase,
    actual: talk.invocations,
    metrics: planned.metrics,
    finalState: talk.finalState,
    ask,
    signal,
    onMetric: plan.onMetric,
  });
}

/** What the run's end kept from being measured; undefined when all of it was. */
function cutShort({ metrics = [] }: Ending): string | undefined {
  const open = metrics.find((metric) => metric.status === "not-evaluated");
  return open === undefined ? undefined : (open.detail ?? `waiting for ${open.name}`);
}

function sessionOf(planned: PlannedCase, plan: RunPlan, evalCase: EvalCase): Session {
  const { held } = planned;
  if (held !== undefined) return { sessionId: held.sessionId, userId: held.userId };
  const pinned = planned.freshSession ? undefined : evalCase.sessionInput?.sessionId;
  return {
    sessionId: pinned ?? `assay-eval-session-${plan.newId()}`,
    userId: evalCase.sessionInput?.userId ?? planned.initialSession?.userId ?? DEFAULT_USER,
  };
}

// quick cases begin and end by the dozen within a millisecond, and writing a time out is slow
let lastTime = Number.NaN;
let lastText = "";

function now(plan: RunPlan): string {
  const date = plan.now();
  if (date.getTime() !== lastTime) {
    lastTime = date.getTime();
    lastText = date.toISOString();
  }
  return lastText;
}
