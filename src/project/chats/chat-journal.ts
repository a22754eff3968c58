import { RealDate } from "../../core/async/own-timers.ts";
import type { ChatState } from "../../core/chats/chat.ts";
import { type Chat, chatFold } from "../../core/chats/chat-fold.ts";
import { UserFacingError } from "../../core/errors.ts";
import { type CaseKey, type RunEvent, SCHEMA_VERSION, type TurnEndEvent } from "../../core/run.ts";
import type { RunChat, RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { rememberEnvOf } from "../history/agent-of-run.ts";
import { newRunId } from "../run/run-prepared.ts";
import { runMask, unmaskRun } from "../run/secrets/run-secrets.ts";

/** A chat is a run with one conversation. */
export const CHAT_KEY: CaseKey = { evalSetId: "chat", evalId: "chat", trial: 0, index: 0 };

const PAGE = 1000;

export interface NewChat extends RunChat {
  readonly agent: {
    readonly name: string;
    readonly path: string;
    /** In place of its own. */
    readonly model?: string | undefined;
  };
  /** Where the agent's path begins. */
  readonly cwd: string;
  readonly version: string;
  readonly state: ChatState;
  readonly name?: string | undefined;
  /** Turns that it begins with. */
  readonly turns?: readonly TurnEndEvent[] | undefined;
}

/** Puts a chat on record, and gives its id. */
export async function beginChat(store: RunStore, chat: NewChat): Promise<string> {
  const { agent, cwd, version, state, name, turns = [], sessionId, userId, forkedFrom } = chat;
  const runId = newRunId();
  const at = new RealDate().toISOString();
  const about: RunInfo = {
    kind: "chat",
    agent,
    sets: [{ evalSetId: CHAT_KEY.evalSetId, hash: "", caseCount: 1, config: { metrics: [] } }],
    caseCount: 1,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version,
    cwd,
    name,
    chat: { sessionId, userId, forkedFrom },
  };
  await rememberEnvOf(about, cwd);
  const evalCase = {
    evalId: CHAT_KEY.evalId,
    creationTimestamp: RealDate.parse(at) / 1000,
    sessionInput: { appName: agent.name, userId, state },
  };
  await append(store, [
    { type: "run-start", schemaVersion: SCHEMA_VERSION, runId, at, about },
    { type: "case-start", runId, at, ...CHAT_KEY, evalCase, sessionId, userId },
    ...turns.map((turn) => ({ ...turn, runId })),
  ]);
  return runId;
}

interface Fork {
  /** With which it begins. */
  readonly turns: number;
  readonly sessionId: string;
  /** That of the chat unless given. */
  readonly model?: string | undefined;
}

/** The same words up to a turn, as a chat of its own. */
export async function forkChat(
  store: RunStore,
  chat: Chat,
  { turns, sessionId, model = chat.about.agent.model }: Fork,
): Promise<string> {
  const { chatId, about, start } = chat;
  await rememberEnvOf(about, about.cwd ?? process.cwd());
  // the copy has placeholders of its own
  const known = unmaskRun(chatId, { kept: chat.turns.slice(0, turns), first: chat.firstState });
  const { agent, cwd = process.cwd(), version } = about;
  return await beginChat(store, {
    agent: { name: agent.name, path: agent.path ?? ".", ...(model !== undefined && { model }) },
    cwd,
    version,
    state: known.first,
    turns: known.kept,
    sessionId,
    userId: start.userId,
    forkedFrom: { chat: chatId, turns },
  });
}

interface RunConversation extends Pick<NewChat, "agent" | "cwd"> {
  readonly runId: string;
  /** Of the run. */
  readonly about: RunInfo;
  /** Those that the chat begins with. */
  readonly turns: readonly TurnEndEvent[];
  readonly state: ChatState;
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly version: string;
}

/** A conversation of a run, up to a turn, as a chat that a person goes on with. */
export async function chatFromRun(store: RunStore, from: RunConversation): Promise<string> {
  const { runId, about, turns, state, ...rest } = from;
  await rememberEnvOf(about, about.cwd ?? from.cwd);
  const known = unmaskRun(runId, { turns, state });
  return await beginChat(store, {
    ...rest,
    state: known.state,
    turns: known.turns.map((turn) => ({ ...turn, ...CHAT_KEY })),
  });
}

/** A chat as it stands. */
export async function readChat(store: RunStore, chatId: string): Promise<Chat> {
  const fold = chatFold();
  for (let seq = 0; ; ) {
    const page = await store.eventsSince(chatId, seq, PAGE);
    if (page.seq === seq) break;
    seq = page.seq;
    for (const { event } of page.events) fold.apply(event);
  }
  const chat = fold.chat();
  if (chat?.about.kind !== "chat") throw noChat(chatId);
  return chat;
}

function noChat(chatId: string): UserFacingError {
  return new UserFacingError("chat/not-found", `There is no chat ${JSON.stringify(chatId)}.`, {
    hint: "It may have been deleted. The list of chats has those that there are.",
  });
}

/** Keeps a turn that has ended, and gives it back as it is kept. */
export async function keepTurn(store: RunStore, event: TurnEndEvent): Promise<TurnEndEvent> {
  const { event: masked, text } = runMask(event.runId).event(event);
  await store.append(masked, text);
  return masked as TurnEndEvent;
}

export async function setChatState(store: RunStore, chat: Chat, state: ChatState): Promise<void> {
  const { chatId: runId, turns } = chat;
  const at = new RealDate().toISOString();
  await append(store, [{ type: "state-set", runId, at, ...CHAT_KEY, turn: turns.length, state }]);
}

async function append(store: RunStore, events: readonly RunEvent[]): Promise<void> {
  const [first] = events;
  const mask = runMask(first?.runId ?? "");
  for (const each of events) {
    const { event, text } = mask.event(each);
    await store.append(event, text);
  }
}
