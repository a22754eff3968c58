import type { ChatState } from "../../core/chats/chat.ts";
import type { Content } from "../../core/content.ts";

/** What a person says in a chat. */
export interface Message {
  readonly content: Content;
  /** What the turn is called; a new name unless given. */
  readonly invocationId?: string | undefined;
  /** Changes the session state before the turn. */
  readonly stateDelta?: ChatState | undefined;
}
