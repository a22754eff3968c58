import type { ChatDetail, ChatOverview } from "../../../core/chats/chat.ts";
import type { Chat } from "../../../core/chats/chat-fold.ts";
import { chatTurn } from "../../../core/chats/chat-turn.ts";
import { readChat } from "../../../project/chats/chat-journal.ts";
import type { ListedChat } from "../../../project/chats/chat-list.ts";
import { agentPathOf } from "../../agents/find-agent.ts";
import type { ServerParts } from "../server-parts.ts";

/** A chat as a list shows it; nothing where its agent is none of the workspace's. */
export function chatOverview(chat: ListedChat, parts: ServerParts): readonly ChatOverview[] {
  const { chatId, about, name, firstWords, startedAt, updatedAt, turns } = chat;
  const agent = agentPathOf(about, parts.agentsFolder);
  if (agent === undefined) return [];
  const title = name ?? firstWords;
  const running = parts.chats.live(chatId) !== undefined;
  const forkedFrom = about.chat?.forkedFrom;
  const agentModel = about.agent.model;
  return [{ chatId, agent, agentModel, title, startedAt, updatedAt, turns, running, forkedFrom }];
}

export async function chatDetail(chatId: string, parts: ServerParts): Promise<ChatDetail> {
  return detailOf(await readChat(parts.runs, chatId), parts);
}

function detailOf(chat: Chat, { agentsFolder, chats }: ServerParts): ChatDetail {
  const { chatId, about, start, turns, state, firstState, name, startedAt } = chat;
  const history = turns.map(chatTurn);
  const last = history.at(-1);
  const live = chats.live(chatId);
  const endedAt = last === undefined ? 0 : Date.parse(last.startedAt) + (last.seconds ?? 0) * 1000;
  return {
    chatId,
    agent: agentPathOf(about, agentsFolder) ?? about.agent.name,
    agentModel: about.agent.model,
    title: name ?? history[0]?.user,
    startedAt,
    updatedAt: endedAt > Date.parse(startedAt) ? new Date(endedAt).toISOString() : startedAt,
    turns: turns.length,
    running: live !== undefined,
    forkedFrom: about.chat?.forkedFrom,
    sessionId: start.sessionId,
    userId: start.userId,
    firstState,
    state,
    history,
    ...(live !== undefined && { current: live.started }),
  };
}
