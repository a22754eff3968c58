import { bothOf } from "./both-of.ts";
import { ChatSide } from "./chat-side.tsx";
import { Composer } from "./composer.tsx";
import type { ChatView } from "./use-chat.ts";

interface SplitChatProps {
  readonly agent: string;
  readonly view: ChatView;
  readonly other: ChatView;
  readonly error: unknown;
}

/** Two agents, or one with two models, that hear the same. */
export function SplitChat({ agent, view, other, error }: SplitChatProps) {
  const both = bothOf(view, other);
  return (
    <div className="panes chatpanes">
      <ChatSide label="One side" agent={agent} view={view} error={error} other={other.chat} />
      <ChatSide
        label="The other side"
        agent={other.chat?.agent ?? ""}
        view={other}
        error={other.error}
        other={view.chat}
      />
      <Composer agent="both" view={both} isBusy={false} onSend={(text) => void both.send(text)} />
    </div>
  );
}
