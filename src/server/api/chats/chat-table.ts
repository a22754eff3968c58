import { agentDetail } from "../agents/agent-detail.ts";
import { agentList } from "../agents/agent-list.ts";
import {
  changedState,
  chatList,
  deletedChat,
  forkedChat,
  newChat,
  oneChat,
  renamedChat,
  stopChat,
} from "./chat-routes.ts";
import { liveChat, sentMessage } from "./chat-stream.ts";

/** Agents, and what people say to them. */
export const chatRoutes = {
  "GET /agents": agentList,
  "GET /agents/:agent": agentDetail,
  "GET /chats": chatList,
  "POST /chats": newChat,
  "GET /chats/:chat": oneChat,
  "PATCH /chats/:chat": renamedChat,
  "DELETE /chats/:chat": deletedChat,
  "GET /chats/:chat/live": liveChat,
  "POST /chats/:chat/messages": sentMessage,
  "POST /chats/:chat/stop": stopChat,
  "POST /chats/:chat/fork": forkedChat,
  "PATCH /chats/:chat/state": changedState,
} as const;
