import { agentFacts } from "../../agents/loading/agent-facts.ts";
import { loadAgent } from "../../agents/loading/load-agent.ts";
import { turnScope } from "../../agents/recording/turn-scope.ts";
import type { Agent, Conversation, ConversationStart, Step } from "../../core/agent.ts";
import { withDeadline } from "../../core/async/deadline.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import { messageOf } from "../../core/errors.ts";
import { copyData } from "../../core/json/copy-data.ts";
import { type RequestLog, requestLog } from "../../core/requests/request-log.ts";
import type { TurnEndEvent } from "../../core/run.ts";
import { runTurn } from "../run/run-turn.ts";
import { runMask, shownMask, unmaskRun } from "../run/secrets/run-secrets.ts";
import type { HostedAgent, HostMessage, TurnOrder } from "./host-messages.ts";
import { wholeWords } from "./whole-words.ts";

const START_MS = 60_000;
const STATE_MS = 10_000;
const CLOSE_MS = 1_000;

/** The chats of one agent, in a process of its own. One turn runs at a time. */
export interface HostedChats {
  readonly agent: HostedAgent;
  run(order: TurnOrder): Promise<void>;
  stop(): void;
  close(chat: string): Promise<void>;
  dispose(): Promise<void>;
}

interface HostOptions {
  readonly agent: string;
  readonly cwd: string;
  readonly model?: string | undefined;
  readonly say: (message: HostMessage) => void;
}

export async function hostAgent(options: HostOptions): Promise<HostedChats> {
  const { agent: path, cwd, model, say } = options;
  const { agent, exported } = await loadAgent(path, { cwd, model });
  const open = new Map<string, OpenChat>();
  let stopping = new AbortController();

  async function close(chat: string): Promise<void> {
    const found = open.get(chat);
    open.delete(chat);
    // what an agent does while it shuts down is no part of a chat
    await quietly(() => found?.conversation.close?.());
  }
  return {
    agent: shownMask().value({
      name: agent.name,
      framework: agent.framework,
      facts: agentFacts(exported),
    }),
    async run(order) {
      stopping = new AbortController();
      const { chat, key, turn } = order;
      const { signal } = stopping;
      const scope = { ...turnScope.getStore(), fail: () => false, doing: { ...key, turn } };
      const event = await turnScope.run(scope, async () => {
        const opened = await conversationOf({ agent, order, open, close });
        return await runOrder({ agent, order, opened, say, signal });
      });
      say({ type: "turn", event: runMask(chat).event(event).event as TurnEndEvent });
    },
    stop: () => stopping.abort(),
    close,
    async dispose() {
      for (const chat of [...open.keys()]) await close(chat);
      await quietly(() => agent.dispose?.());
    },
  };
}

interface OpenChat {
  readonly conversation: Conversation;
  /** What its models have been sent since it was opened. */
  readonly log: RequestLog;
}

interface Opening {
  readonly agent: Agent;
  readonly order: TurnOrder;
  readonly open: Map<string, OpenChat>;
  readonly close: (chat: string) => Promise<void>;
}

type Opened = (OpenChat & { readonly isRestarted: boolean }) | { readonly problem: string };

/** The conversation that is open, or one that takes up the turns before; where the agent cannot, one that knows of none. */
async function conversationOf({ agent, order, open, close }: Opening): Promise<Opened> {
  const { chat, open: given } = order;
  const found = open.get(chat);
  if (found !== undefined && given === undefined) return { ...found, isRestarted: false };
  await close(chat);
  if (given === undefined) return { problem: "The agent's process does not have this chat open." };
  const { sessionId, userId, appName, firstState, history, state } = unmaskRun(chat, given);
  // JSON has no undefined
  const memory = unmaskRun(chat, given.memory).map((each) => each ?? undefined);
  const signal = new AbortController().signal;
  const init = { id: sessionId, user: userId, appName, state, signal };
  const begin = (more?: Partial<ConversationStart>) =>
    withDeadline(() => agent.start({ ...copyData({ ...init, ...more }), signal }), {
      milliseconds: START_MS,
      waitingFor: "the agent to start",
    });
  try {
    let conversation = await begin(history.length === 0 ? {} : { history, memory, firstState });
    const isRestarted = history.length > 0 && conversation.resumed !== true;
    if (isRestarted) {
      const unable = conversation;
      await quietly(() => unable.close?.());
      conversation = await begin();
    }
    const opened = { conversation, log: requestLog() };
    open.set(chat, opened);
    return { ...opened, isRestarted };
  } catch (error) {
    return { problem: `The agent could not begin: ${messageOf(error)}` };
  }
}

interface Running {
  readonly agent: Agent;
  readonly order: TurnOrder;
  readonly opened: Opened;
  readonly say: (message: HostMessage) => void;
  readonly signal: AbortSignal;
}

/** The turn as the journal keeps it, with everything that went wrong in it. */
async function runOrder({ agent, order, opened, say, signal }: Running): Promise<TurnEndEvent> {
  const { chat, key, turn, invocationId, content, timeoutMs } = order;
  const about = { type: "turn-end", runId: chat, ...key, turn } as const;
  if ("problem" in opened) {
    const creationTimestamp = RealDate.now() / 1000;
    const invocation = { invocationId, userContent: content, creationTimestamp };
    return { ...about, invocation, status: "failed", problem: opened.problem };
  }
  const { conversation, log, isRestarted } = opened;
  const speak = wholeWords((text) => say({ type: "text", text }));
  const result = await runTurn({
    conversation,
    content,
    invocationId,
    agentName: agent.name,
    timeoutMs,
    signal,
    turn,
    onText: speak,
    onStep: (step) => say({ type: "step", step: shownMask().value(withoutRequest(step)) }),
  });
  const { invocation, output, status, problem, requests } = result;
  return {
    ...about,
    invocation,
    ...(await stateOf(conversation)),
    memory: memoryOf(conversation),
    requests: log.keep(requests),
    output,
    ...(status !== "done" && { status }),
    problem: status === "cancelled" ? `Stopped while ${problem}.` : problem,
    ...(isRestarted && { restarted: true }),
  };
}

/** What a model was sent is read from the journal. */
function withoutRequest(step: Step): Step {
  return step.type === "usage" ? { ...step, request: undefined } : step;
}

/** A state that cannot be told now is told after the next turn. */
async function stateOf(conversation: Conversation): Promise<Pick<TurnEndEvent, "state">> {
  try {
    const state = await withDeadline(() => conversation.state?.(), {
      milliseconds: STATE_MS,
      waitingFor: "the session state",
    });
    return state === undefined ? {} : { state: copyData(state) };
  } catch {
    return {};
  }
}

function memoryOf(conversation: Conversation): unknown {
  try {
    return conversation.memory?.();
  } catch {
    return undefined;
  }
}

async function quietly(work: () => unknown): Promise<void> {
  try {
    await withDeadline(async () => await work(), { milliseconds: CLOSE_MS, waitingFor: "the end" });
  } catch {
    // whatever it is, it is over
  }
}
