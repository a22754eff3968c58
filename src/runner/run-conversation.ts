import type { Conversation, SessionState } from "../core/agent.ts";
import { withDeadline } from "../core/async/deadline.ts";
import { performance } from "../core/async/own-timers.ts";
import { stoppedTime } from "../core/async/running-time.ts";
import type { Content } from "../core/content.ts";
import type { Environment } from "../core/environment.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import { copyData } from "../core/json/copy-data.ts";
import { requestLog } from "../core/requests/request-log.ts";
import type { UserSimulator } from "../core/user-simulator.ts";
import {
  type Abandoned,
  brokenBy,
  type Ending,
  endByTakingUp,
  endByTurn,
  withRequests,
} from "./end-by-agent.ts";
import { endByUser } from "./end-by-user.ts";
import type { StoredFirst } from "./journal/stored-first.ts";
import { markSimulated } from "./mark-simulated.ts";
import { memoryOf } from "./memory-of.ts";
import { nextMessage } from "./next-message.ts";
import type { PlannedCase, RunPlan, Session, TurnResult } from "./run-plan.ts";

const CLOSE_MS = 5_000;

/** A conversation that has run, or what became of it. */
export interface ConversationResult {
  readonly invocations: readonly Invocation[];
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  readonly restarted?: boolean | undefined;
  /** Set when the conversation ended the case by itself. */
  readonly stopped?: Ending | undefined;
  readonly abandoned?: Abandoned | undefined;
}

export interface ConversationRequest {
  readonly planned: PlannedCase;
  readonly plan: RunPlan;
  readonly evalCase: EvalCase;
  readonly user: UserSimulator;
  readonly environment: Environment | undefined;
  readonly session: Session;
  readonly startedMs: number;
  readonly stored: StoredFirst;
  readonly start: () => void;
}

/** Opens a conversation, or resumes it, and runs its turns under their deadlines. Never throws. */
export async function runConversation(request: ConversationRequest): Promise<ConversationResult> {
  const { plan, evalCase, startedMs } = request;
  const limit = caseLimit(plan, evalCase);
  const stopped = stoppedTime();
  const left = () => limit - (performance.now() - startedMs - stopped());
  let conversation: Conversation | undefined;
  // those that ended stay what the agent did, whatever breaks after them
  const invocations = [...(request.planned.finishedTurns?.invocations ?? [])];
  try {
    const opened = isScriptFinished(request)
      ? undefined
      : await openConversation(request, left, invocations);
    if (opened === undefined) return finishedConversation(request);
    conversation = opened.conversation;
    invocations.splice(0, invocations.length, ...opened.invocations);
    const stopped = await endByTakingUp(request.environment, invocations, plan.kill);
    if (stopped !== undefined) return { invocations, finalState: opened.state, stopped };
    return await runTurns(request, { ...opened, invocations }, left);
  } catch (error) {
    if (plan.kill.aborted) return { invocations: [], abandoned: {} };
    return { invocations, stopped: brokenBy(error) };
  } finally {
    if (conversation?.close !== undefined) await closeQuietly(conversation);
  }
}

/** Every turn of the script has run, and only the measuring is left: the agent is not needed for that. */
function isScriptFinished({ planned, evalCase }: ConversationRequest): boolean {
  const script = evalCase.conversation?.length;
  return script !== undefined && script > 0 && planned.finishedTurns?.invocations.length === script;
}

function finishedConversation({ planned }: ConversationRequest): ConversationResult {
  const { invocations = [], state } = planned.finishedTurns ?? {};
  return { invocations, finalState: state, restarted: false };
}

interface Opened {
  readonly conversation: Conversation;
  readonly invocations: readonly Invocation[];
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  readonly restarted: boolean;
}

/**
 * Resumes after the turns that have already run; where the agent cannot, the conversation begins again. Undefined when
 * nothing is left to be said.
 */
async function openConversation(
  request: ConversationRequest,
  left: () => number,
  kept: Invocation[],
): Promise<Opened | undefined> {
  const { planned, plan, evalCase, session, environment } = request;
  const agent = planned.agent ?? plan.agent;
  const state = copyData({
    ...planned.initialSession?.state,
    ...evalCase.sessionInput?.state,
  });
  const init = {
    id: session.sessionId,
    user: session.userId,
    appName: evalCase.sessionInput?.appName ?? planned.initialSession?.appName,
    state,
    isSimulated: environment === undefined ? undefined : true,
    signal: plan.kill,
  };
  const begin = (history?: readonly Invocation[], saved?: typeof state) =>
    withDeadline(() => agent.start(history === undefined ? init : goesOn(history, saved)), {
      milliseconds: left(),
      signal: plan.kill,
      waitingFor: "the agent to start",
    });

  const goesOn = (history: readonly Invocation[], left: typeof state | undefined) =>
    copyData({
      ...init,
      history,
      state: left ?? state,
      firstState: state,
      memory: planned.finishedTurns?.memory,
    });
  const { finishedTurns: finished } = planned;
  if (finished === undefined)
    return { conversation: await begin(), invocations: [], restarted: false };
  const { invocations } = finished;
  if (invocations.length === 0)
    return { conversation: await begin(), invocations, restarted: false };
  const conversation = await begin(invocations, finished.state);
  if (conversation.resumed === true) {
    return { conversation, invocations, state: finished.state, restarted: false };
  }
  await closeQuietly(conversation);
  if (await isOverForUser(request, left())) return undefined;
  // from here on they are asked anew
  kept.length = 0;
  request.start();
  plan.onRestart?.(planned, invocations.length);
  return { conversation: await begin(), invocations: [], restarted: true };
}

/** Whether a simulated user had said all it wanted to, so that nothing has to run again. */
async function isOverForUser(request: ConversationRequest, leftMs: number): Promise<boolean> {
  const { planned, plan, user } = request;
  const isPlayed = isPlayedByModel(request);
  const { invocations = [] } = planned.finishedTurns ?? {};
  if (!isPlayed || invocations.length === 0) return false;
  const move = await nextMessage({ user, isPlayed, invocations, leftMs, kill: plan.kill });
  return move.type === "stop";
}

/** Written users answer at once. */
function isPlayedByModel({ evalCase }: ConversationRequest): boolean {
  return evalCase.conversation === undefined;
}

async function runTurns(
  request: ConversationRequest,
  opened: Opened & { readonly invocations: Invocation[] },
  left: () => number,
): Promise<ConversationResult> {
  const { planned, plan, evalCase, environment, stored } = request;
  const { conversation, invocations, restarted } = opened;
  let finalState = opened.state;
  const isPlayed = isPlayedByModel(request);
  const log = requestLog();
  // a written conversation ends by itself, however long it is
  const most = isPlayed ? plan.maxTurns : Number.POSITIVE_INFINITY;
  while (invocations.length < most) {
    const move = await messageAfter(invocations, request, left);
    const turn = invocations.length;
    if (move.type !== "say") {
      return { invocations, finalState, restarted, stopped: endByUser(move, turn, evalCase) };
    }
    const deadline = turnDeadline(plan, evalCase, left());
    const result = await sendTurn(request, { conversation, turn, content: move.content, deadline });
    // an agent that is stopped may still answer something, and that is no answer
    if (plan.kill.aborted) {
      return { invocations, finalState, restarted, abandoned: { waitingFor: result.problem } };
    }
    const invocation = markSimulated(result.invocation, environment, turn);
    const requests = log.keep(result.requests);
    const ended = endByTurn(result, turn, environment?.problemOf(turn, invocation));
    if (ended !== undefined) {
      return { invocations, finalState, restarted, ...withRequests(ended, requests) };
    }
    try {
      const { timeoutMs } = turnDeadline(plan, evalCase, left());
      finalState = (await stateOf(conversation, timeoutMs, plan.kill)) ?? finalState;
    } catch (error) {
      if (plan.kill.aborted) throw error;
      const stopped = { ...brokenBy(error), partial: invocation, output: result.output };
      return { invocations, finalState, restarted, stopped };
    }
    invocations.push(invocation);
    stored.emit({
      type: "turn-end",
      runId: plan.runId,
      evalSetId: planned.evalSetId,
      evalId: planned.evalId,
      trial: planned.trial,
      index: planned.index,
      turn,
      invocation,
      state: finalState,
      memory: memoryOf(conversation),
      requests,
      output: result.output,
      wrote: result.wrote,
    });
  }
  return { invocations, finalState, restarted };
}

async function messageAfter(
  invocations: readonly Invocation[],
  request: ConversationRequest,
  left: () => number,
): ReturnType<typeof nextMessage> {
  const { plan, user, stored } = request;
  const isPlayed = isPlayedByModel(request);
  // a function may play the user
  if (isPlayed) await stored.ready();
  return nextMessage({ user, isPlayed, invocations, leftMs: left(), kill: plan.kill });
}

interface Sent {
  readonly conversation: Conversation;
  readonly turn: number;
  readonly content: Content;
  readonly deadline: ReturnType<typeof turnDeadline>;
}

function sendTurn(
  { plan, environment, stored }: ConversationRequest,
  { conversation, turn, content, deadline }: Sent,
): Promise<TurnResult> {
  const send = () =>
    plan.runTurn({
      conversation,
      content,
      invocationId: plan.newId(),
      agentName: plan.agent.name,
      ...deadline,
      signal: plan.kill,
      environment,
      turn,
    });
  const waiting = stored.ready();
  return waiting === undefined ? send() : waiting.then(send);
}

function stateOf(
  conversation: Conversation,
  leftMs: number,
  signal: AbortSignal,
): SessionState | Promise<SessionState> {
  if (conversation.state === undefined) return undefined;
  const state = withDeadline(() => conversation.state?.(), {
    milliseconds: leftMs,
    signal,
    waitingFor: "the session state",
  });
  // an agent may go on changing the state that it reported
  return state instanceof Promise ? state.then(copyData) : copyData(state);
}

/** A turn ends by its own deadline or with its case, whichever comes first. */
function turnDeadline(plan: RunPlan, evalCase: EvalCase, leftMs: number) {
  if (plan.deadlines.turn <= leftMs) return { timeoutMs: plan.deadlines.turn };
  return { timeoutMs: Math.max(0, leftMs), caseMs: caseLimit(plan, evalCase) };
}

/** Milliseconds a case may take: its own, or the run's. */
export function caseLimit(plan: RunPlan, evalCase: EvalCase): number {
  const own = evalCase.assay?.timeoutSeconds;
  return own === undefined ? plan.deadlines.case : own * 1000;
}

async function closeQuietly(conversation: Conversation): Promise<void> {
  if (conversation.close === undefined) return;
  // what an agent does while it shuts down is no part of its answer
  try {
    await withDeadline(() => conversation.close?.(), {
      milliseconds: CLOSE_MS,
      waitingFor: "the agent to close",
    });
  } catch {}
}
