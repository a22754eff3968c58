import { invocationFromTurn } from "../../agents/recording/invocation-from-turn.ts";
import type { Step, TurnRecord } from "../../core/agent.ts";
import type { ChatTurn, TurnStarted } from "../../core/chats/chat.ts";
import type { Chat } from "../../core/chats/chat-fold.ts";
import { chatTurn } from "../../core/chats/chat-turn.ts";
import { isUserFacingError, messageOf } from "../../core/errors.ts";
import { type Invocation, isRecorded, toolResponsesOf } from "../../core/invocation.ts";
import type { TurnEndEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { CHAT_KEY, keepTurn, setChatState } from "../../project/chats/chat-journal.ts";
import type { ConversationOrder, TurnOrder } from "../../project/chats/host-messages.ts";
import { ChildEnded } from "../agents/agent-child.ts";
import type { AcquiredProcess, AgentProcesses } from "../agents/agent-processes.ts";
import type { LiveTurnWriter } from "./live-turn.ts";
import type { Message } from "./message.ts";

interface TurnTask {
  readonly chat: Chat;
  /** The agent's folder. */
  readonly agent: string;
  readonly message: Message;
  readonly started: TurnStarted;
  readonly store: RunStore;
  readonly processes: AgentProcesses;
  readonly live: LiveTurnWriter;
  readonly turnMs: number;
}

/** Runs a turn in the agent's process, tells of it while it goes on, and keeps it before it is said to be over. */
export async function runChatTurn(task: TurnTask): Promise<ChatTurn> {
  const { agent, processes, live, store, chat } = task;
  let acquired: AcquiredProcess;
  try {
    acquired = await processes.acquire(agent, chat.chatId, chat.about.agent.model);
  } catch (error) {
    live.say({ name: "problem", data: problemOf(error) });
    throw error;
  }
  let event: TurnEndEvent;
  // whoever stops it while the process is loading need not wait for the agent
  const isAsked = !live.stopped.aborted;
  try {
    event = isAsked ? await runIn(acquired, task) : neverAsked(task);
  } catch (error) {
    acquired.release(false);
    live.say({ name: "problem", data: problemOf(error) });
    throw error;
  }
  acquired.release(isAsked);
  const kept = chatTurn(await keepTurn(store, event));
  live.say({ name: "turn", data: kept });
  return kept;
}

/** The turn as the process tells it; where the process ends in the midst of it, as far as it came. */
async function runIn(acquired: AcquiredProcess, task: TurnTask): Promise<TurnEndEvent> {
  const { started, message, live, chat, turnMs, store } = task;
  const { turn, invocationId } = started;
  const changed = message.stateDelta;
  if (changed !== undefined) await setChatState(store, chat, { ...chat.state, ...changed });
  const state = { ...chat.state, ...changed };
  const order: TurnOrder = {
    type: "turn",
    chat: chat.chatId,
    key: CHAT_KEY,
    turn,
    invocationId,
    content: message.content,
    timeoutMs: turnMs,
    ...((!acquired.hasChat || changed !== undefined) && { open: orderOf({ ...chat, state }) }),
  };
  const steps: Step[] = [];
  const stop = () => acquired.child.stop();
  live.stopped.addEventListener("abort", stop, { once: true });
  const about = { type: "turn-end", runId: chat.chatId, ...CHAT_KEY, turn } as const;
  const given = { invocationId, userContent: message.content };
  try {
    const event = await acquired.child.run(order, {
      onText: (text) => live.say({ name: "delta", data: { text } }),
      onStep: (step) => {
        steps.push(step);
        live.say({ name: "step", data: step });
      },
    });
    // what was asked is known here, and is not for the agent to say
    return { ...event, ...about, invocation: { ...event.invocation, ...given } };
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
    return { ...about, ...brokenOff(error, { steps, task }) };
  } finally {
    live.stopped.removeEventListener("abort", stop);
  }
}

function neverAsked(task: TurnTask): TurnEndEvent {
  const { chat, started } = task;
  const ended = new ChildEnded("Stopped before the agent was asked.", "stop");
  const about = { type: "turn-end", runId: chat.chatId, ...CHAT_KEY, turn: started.turn } as const;
  return { ...about, ...brokenOff(ended, { steps: [], task }) };
}

/** How the agent takes up the chat. */
function orderOf({ start, about, state, firstState, turns }: Chat): ConversationOrder {
  return {
    sessionId: start.sessionId,
    userId: start.userId,
    appName: about.agent.name,
    state,
    firstState,
    history: turns.map(withoutOpenCalls),
    memory: turns.map(({ memory }) => memory ?? null),
  };
}

/** A turn that broke off may have calls that nobody answered, and that nobody waits for any more. */
function withoutOpenCalls({ invocation, status }: TurnEndEvent): Invocation {
  const { intermediateData: data } = invocation;
  if (status === undefined || status === "paused" || !isRecorded(data)) return invocation;
  const answered = new Set(toolResponsesOf(invocation).map(({ id }) => id));
  const invocationEvents = data.invocationEvents.flatMap((event) => {
    const parts = event.content?.parts ?? [];
    const kept = parts.filter(
      ({ functionCall }) => functionCall === undefined || answered.has(functionCall.id),
    );
    if (kept.length === parts.length) return [event];
    return kept.length === 0 ? [] : [{ ...event, content: { ...event.content, parts: kept } }];
  });
  return { ...invocation, intermediateData: { invocationEvents } };
}

const endings = { stop: "cancelled", deadline: "timeout" } as const;

function brokenOff(
  error: ChildEnded,
  { steps, task }: { readonly steps: readonly Step[]; readonly task: TurnTask },
): Pick<TurnEndEvent, "invocation" | "status" | "problem"> {
  const { chat, message, started } = task;
  const { reason } = error;
  const isAsked = reason === "stop" || reason === "deadline";
  const status: Exclude<TurnRecord["status"], "done"> = isAsked ? endings[reason] : "failed";
  const startedAt = Date.parse(started.startedAt) / 1000;
  const record = { steps, final: undefined, status, milliseconds: Date.now() - startedAt * 1000 };
  const invocation = invocationFromTurn(record, {
    invocationId: started.invocationId,
    userContent: message.content,
    author: chat.about.agent.name,
    startedAt,
  });
  return { invocation, status, problem: error.message };
}

function problemOf(error: unknown) {
  if (!isUserFacingError(error)) return { code: "server/failed", message: messageOf(error) };
  const { code, message, hint, printed } = error;
  return { code, message, hint, printed };
}
