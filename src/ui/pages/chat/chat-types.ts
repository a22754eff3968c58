export type {
  ChatDetail,
  ChatEvents,
  ChatOverview,
  ChatState,
  ChatStep,
  ChatTurn,
  TurnStarted,
} from "../../../core/chats/chat.ts";
