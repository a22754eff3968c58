import { deadlineSignal } from "../core/async/deadline.ts";
import { lookBeforeVerdict } from "../core/async/look-first.ts";
import { offAbort, onAbort } from "../core/async/on-abort.ts";
import { clearTimeout, performance, setTimeout } from "../core/async/own-timers.ts";
import { type CallModel, ModelError, type ModelFault } from "../core/chat-model.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { hasGap } from "../core/folds/case-row.ts";
import type { MetricResult } from "../core/run.ts";
import type { Ending } from "./end-by-agent.ts";
import { journaledCalls } from "./journal/call-journal.ts";
import type { StoredFirst } from "./journal/stored-first.ts";
import { scoreCase } from "./measure-case.ts";
import {
  type ConversationRequest,
  type ConversationResult,
  caseLimit,
  runConversation,
} from "./run-conversation.ts";
import type { PlannedCase, RunPlan, Session } from "./run-plan.ts";
import { tellRecorded } from "./tell-recorded.ts";

/** A user nobody named, as the reference calls it. */
const DEFAULT_USER = "test_user_id";

/** How a conversation ended; an abandoned one has no case-end, so that a resume runs it again. */
export type CaseEnd =
  | {
      readonly status: "passed" | "failed" | "not-evaluated";
      /** Something of it was not measured, since a model could not be reached. */
      readonly unreached: boolean;
    }
  | { readonly status: "abandoned"; readonly waitingFor?: string | undefined }
  /** The ceiling for costs kept it from being measured; more money lets a resume go on. */
  | { readonly status: "unpaid"; readonly detail: string };

/** Runs one conversation and scores it. Whatever the agent or a metric does, this never throws. */
export async function runCase(
  planned: PlannedCase,
  plan: RunPlan,
  stored: StoredFirst,
): Promise<CaseEnd> {
  const { emit } = stored;
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
  if (planned.finishedTurns === undefined) start();

  let refused: string | undefined;
  let isLost = planned.withheld?.reason === "judge-error";
  const ask = askFor(planned, plan, emit, ({ fault, message }) => {
    if (fault === "budget") refused = message;
    else isLost ||= !answers.has(fault);
  });
  const opened: OpenCase = { planned, plan, evalCase, session, startedMs, stored, start };
  const told = conversationOf(opened, ask);
  const conversation = told instanceof Promise ? await told : told;
  if (conversation.abandoned !== undefined)
    return { status: "abandoned", ...conversation.abandoned };

  const waiting = stored.ready();
  if (waiting !== undefined) await waiting;
  // without a metric that waits for something, all from here to the verdict is one stretch without a pause
  lookBeforeVerdict();
  const scored = conversation.stopped ?? score({ planned, plan, evalCase, conversation, ask });
  const measured =
    scored instanceof Promise ? await unlessKilled(scored, plan.kill) : { end: scored };
  if ("waitingFor" in measured) return { status: "abandoned", waitingFor: measured.waitingFor };
  const end = untampered(measured.end, scored);
  // also where the samples that were paid for decide it: with more money the others have their say
  if (refused !== undefined && plan.stopsUnpaid === true) {
    return { status: "unpaid", detail: refused };
  }
  const unreached = isLost || hasLost(end);
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
    simulated: end.simulated,
    partial: end.partial,
    partialRequests: end.partialRequests,
    output: end.output,
    cluster: evalCase.assay?.cluster,
    turns: conversation.invocations.length,
    duration: Math.round(performance.now() - startedMs) / 1000,
    restarted: conversation.restarted ? true : undefined,
    unreached: unreached ? true : undefined,
  });
  return { status: end.status, unreached: unreached && !isWhole(end) };
}

/** What metrics that wait for something said came through promises that somebody may have made say something else. */
function untampered(end: Ending, scored: Ending | Promise<Ending>): Ending {
  const changed = scored === end ? undefined : lookBeforeVerdict();
  if (changed === undefined) return end;
  const detail = `Something that was loaded replaced ${changed} while the case was measured.`;
  return { status: "not-evaluated", reason: "metric-error", detail, output: end.output };
}

function hasLost({ metrics = [] }: Ending): boolean {
  return metrics.some(({ reason }) => reason === "judge-error");
}

function isWhole({ status, metrics = [] }: Ending): boolean {
  return status !== "not-evaluated" && !metrics.some(isGap);
}

/** Faults that are an answer: the same question would meet with them again. */
const answers: ReadonlySet<ModelFault> = new Set(["invalid", "too-long"]);

function isGap(result: MetricResult): boolean {
  return result.status === "not-evaluated" || hasGap(result);
}

type OpenCase = Omit<ConversationRequest, "user" | "environment">;

/** Runs the conversation of a case, unless it has run already or something stands against it. */
function conversationOf(
  opened: OpenCase,
  ask: CallModel | undefined,
): ConversationResult | Promise<ConversationResult> {
  const { planned, plan, evalCase } = opened;
  const { evalSetId, evalId, trial, index, withheld } = planned;
  if (withheld !== undefined) {
    // turns that are journaled already are reported with it
    const invocations = planned.finishedTurns?.invocations ?? [];
    return { invocations, stopped: { status: "not-evaluated", ...withheld } };
  }
  if (planned.recorded !== undefined) return tellRecorded(opened, planned.recorded);
  const user = plan.userFor(evalCase, ask, evalSetId, trial);
  const environment = plan.environmentFor?.({ evalSetId, evalId, trial, index }, ask);
  if (!("unsupported" in user)) return runConversation({ ...opened, user, environment });
  const stopped = { status: "not-evaluated", reason: "unsupported", detail: user.unsupported };
  return { invocations: [], stopped } as ConversationResult;
}

function askFor(
  planned: PlannedCase,
  plan: RunPlan,
  emit: StoredFirst["emit"],
  onFailed: (error: ModelError) => void,
): CallModel | undefined {
  if (plan.models === undefined) return undefined;
  const { call: issueCall, costOf } = plan.models;
  const issue: CallModel = async (call, signal) => {
    try {
      return await issueCall(call, signal);
    } catch (error) {
      if (error instanceof ModelError) onFailed(error);
      throw error;
    }
  };
  const { evalSetId, evalId, trial, index, finishedCalls: finished } = planned;
  const key = { evalSetId, evalId, trial, index };
  const { runId, durable } = plan;
  return journaledCalls({ runId, key, finished, emit, durable, issue, costOf });
}

interface ScoreTask {
  readonly planned: PlannedCase;
  readonly plan: RunPlan;
  readonly evalCase: EvalCase;
  readonly conversation: ConversationResult;
  readonly ask: CallModel | undefined;
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
  { planned, plan, evalCase, conversation, ask }: ScoreTask,
  signal: AbortSignal,
): Ending | Promise<Ending> {
  return scoreCase({
    evalCase,
    actual: conversation.invocations,
    metrics: planned.metrics,
    finalState: conversation.finalState,
    mayBeUneven: planned.mayBeUneven,
    trace: planned.trace,
    ask,
    signal,
    onMetric: plan.onMetric,
  });
}

/** How long metrics that were stopped may take to say what they were waiting for. */
const GRACE_MS = 200;

type Measured = { readonly end: Ending } | { readonly waitingFor: string };

/**
 * A run that is stopped while a case is measured leaves it open: some metrics score what they have when their judge is
 * taken away, and half of a measurement must not become a verdict. Replies that are journaled cost nothing the next time.
 */
async function unlessKilled(scored: Promise<Ending>, kill: AbortSignal): Promise<Measured> {
  const killed = Promise.withResolvers<undefined>();
  const stop = () => killed.resolve(undefined);
  onAbort(kill, stop);
  if (kill.aborted) stop();
  const end = await Promise.race([scored, killed.promise]);
  offAbort(kill, stop);
  if (end !== undefined && !kill.aborted) return { end };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), GRACE_MS);
  });
  const said = await Promise.race([scored, late]);
  clearTimeout(timer);
  return { waitingFor: cutShort(said) ?? "waiting for its metrics" };
}

/** What the run's end kept from being measured, where a metric says it. */
function cutShort(end: Ending | undefined): string | undefined {
  const open = end?.metrics?.find((metric) => metric.status === "not-evaluated");
  return open === undefined ? undefined : (open.detail ?? `waiting for ${open.name}`);
}

function sessionOf(planned: PlannedCase, plan: RunPlan, evalCase: EvalCase): Session {
  const known = planned.finishedTurns ?? planned.session;
  if (known !== undefined) return { sessionId: known.sessionId, userId: known.userId };
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
