import { Link } from "@tanstack/react-router";
import type { ChatOverview } from "../../../core/chats/chat.ts";
import { plural } from "../../../core/text/plural.ts";
import { timeText } from "../../lib/words.ts";

interface SessionsProps {
  readonly agent: string;
  /** Undefined as long as they are on their way. */
  readonly chats: readonly ChatOverview[] | undefined;
  readonly chatId: string | undefined;
}

/** Earlier chats with this agent. */
export function ChatSessions({ agent, chats, chatId }: SessionsProps) {
  return (
    <nav className="pane chatlist" aria-label="Chats">
      <div className="row">
        <h2>Chats</h2>
        <Link className="btn s push" to="/agents/$agent/chat" params={{ agent }}>
          New
        </Link>
      </div>
      <ul>
        {chats?.map((chat) => (
          <li key={chat.chatId}>
            <Link
              to="/agents/$agent/chat/$chat"
              params={{ agent, chat: chat.chatId }}
              aria-current={chat.chatId === chatId ? "page" : undefined}
            >
              <span className="clip">{chat.title ?? "Nothing said yet"}</span>
              <span className="small faint">
                {chat.running
                  ? "at work"
                  : `${timeText(chat.updatedAt)} · ${plural(chat.turns, "turn")}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {chats?.length === 0 && <p className="small muted">None yet.</p>}
    </nav>
  );
}
