import type { RunStore } from "../../core/run-store.ts";
import { type ChatList, chatList } from "../../project/chats/chat-list.ts";
import { type AgentProcesses, agentProcesses } from "../agents/agent-processes.ts";
import { agentFolderOf } from "../agents/find-agent.ts";
import { type Chats, chats } from "./chats.ts";

/** What routes need for talking with agents. */
export interface ChatParts {
  readonly processes: AgentProcesses;
  readonly chats: Chats;
  readonly chatList: ChatList;
}

interface ChatSetup {
  readonly runs: RunStore;
  readonly cwd: string;
  readonly agentsFolder: string;
}

export function chatParts({ runs, cwd, agentsFolder }: ChatSetup): ChatParts {
  const processes = agentProcesses({ cwd });
  return {
    processes,
    chats: chats({
      store: runs,
      processes,
      folderOf: (chat) => agentFolderOf(chat, agentsFolder),
    }),
    chatList: chatList(runs),
  };
}
