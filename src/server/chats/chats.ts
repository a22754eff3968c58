import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { TurnStarted } from "../../core/chats/chat.ts";
import type { Chat } from "../../core/chats/chat-fold.ts";
import { type Content, textOf } from "../../core/content.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import { readChat } from "../../project/chats/chat-journal.ts";
import { withRunLock } from "../../project/resume/run-lock.ts";
import type { AgentProcesses } from "../agents/agent-processes.ts";
import { type LiveTurn, liveTurn } from "./live-turn.ts";
import type { Message } from "./message.ts";
import { runChatTurn } from "./run-chat-turn.ts";

/** Chats as they go on. What is finished is in the journal; this has only what is not. */
export interface Chats {
  /** The turn that an agent is at work on. */
  live(chatId: string): LiveTurn | undefined;
  /** Says something to the agent. The turn goes on, and is kept, whoever looks at it. */
  send(chatId: string, message: Message): Promise<LiveTurn>;
  /** Looks at a chat, whoever speaks in it. */
  read<T>(chatId: string, work: (chat: Chat) => Promise<T>): Promise<T>;
  /** Deletes it; a turn that is going on is ended first. */
  remove(chatId: string): Promise<void>;
  /** Does something to a chat while nobody speaks in it. */
  alone<T>(chatId: string, work: (chat: Chat) => Promise<T>): Promise<T>;
}

interface ChatsOptions {
  readonly store: RunStore;
  readonly processes: AgentProcesses;
  /** Where the agent of a chat lies now; throws where that is none of the folder's. */
  readonly folderOf: (chat: Chat) => string;
  readonly turnMs?: number | undefined;
}

const TURN_MS = 120_000;

export function chats({ store, processes, folderOf, turnMs = TURN_MS }: ChatsOptions): Chats {
  const running = new Map<string, LiveTurn>();
  /** Chats that something is done to. */
  const taken = new Set<string>();

  async function alone<T>(chatId: string, work: (chat: Chat) => Promise<T>): Promise<T> {
    if (taken.has(chatId)) throw busy();
    taken.add(chatId);
    try {
      const chat = await readChat(store, chatId);
      return await withRunLock(store, chatId, () => work(chat));
    } finally {
      taken.delete(chatId);
    }
  }
  /** A turn lets go of its chat a moment after it has ended. */
  async function leftAlone(chatId: string): Promise<void> {
    for (let looks = 0; taken.has(chatId) && looks < 100; looks += 1) await setTimeout(10);
  }
  return {
    live: (chatId) => running.get(chatId),
    alone,
    read: async (chatId, work) => await work(await readChat(store, chatId)),
    async remove(chatId) {
      const live = running.get(chatId);
      live?.stop();
      await live?.ended.catch(() => {});
      await leftAlone(chatId);
      await alone(chatId, () => store.remove(chatId));
      processes.forget(chatId);
    },
    async send(chatId, message) {
      const begun = Promise.withResolvers<LiveTurn>();
      void alone(chatId, async (chat) => {
        const agent = folderOf(chat);
        const invocationId = message.invocationId ?? `e-${randomUUID()}`;
        const started = startOf(chat, message.content, invocationId);
        const turn = liveTurn(started, (live) =>
          runChatTurn({ chat, agent, message, started, store, processes, live, turnMs }),
        );
        running.set(chatId, turn);
        begun.resolve(turn);
        try {
          await turn.ended;
        } catch {
          // whoever looks at it has been told
        } finally {
          running.delete(chatId);
        }
      }).catch(begun.reject);
      return await begun.promise;
    },
  };
}

function busy(): UserFacingError {
  return new UserFacingError("chat/busy", "The agent is at work on this chat.", {
    hint: "Wait for its answer, or stop it.",
  });
}

function startOf({ turns }: Chat, content: Content, invocationId: string): TurnStarted {
  return {
    turn: turns.length,
    invocationId,
    user: textOf(content) ?? "",
    startedAt: new Date().toISOString(),
  };
}
