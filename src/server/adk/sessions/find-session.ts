import type { Chat } from "../../../core/chats/chat-fold.ts";
import { readChat } from "../../../project/chats/chat-journal.ts";
import type { ListedChat } from "../../../project/chats/chat-list.ts";
import { agentPathOf } from "../../agents/find-agent.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";

interface SessionName {
  readonly app: WorkspaceAgent;
  readonly userId: string;
  readonly sessionId: string;
}

/** The chat that is this session of this user. */
export async function findSession(
  name: SessionName,
  parts: ServerParts,
): Promise<Chat | undefined> {
  const listed = (await sessionsOf(name.app, name.userId, parts)).find(
    ({ about }) => about.chat?.sessionId === name.sessionId,
  );
  return listed === undefined ? undefined : await readChat(parts.runs, listed.chatId);
}

/** The chats of a user with an app. */
export async function sessionsOf(
  { path }: WorkspaceAgent,
  userId: string,
  { chatList, agentsFolder }: ServerParts,
): Promise<readonly ListedChat[]> {
  return (await chatList.all()).filter(
    ({ about }) => about.chat?.userId === userId && agentPathOf(about, agentsFolder) === path,
  );
}
