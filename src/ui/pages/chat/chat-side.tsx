import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { secondsText } from "../../lib/words.ts";
import { ChatProblem } from "./chat-problem.tsx";
import { Transcript } from "./transcript.tsx";
import type { ChatView } from "./use-chat.ts";

interface ChatSideProps {
  readonly label: string;
  readonly agent: string;
  readonly view: ChatView;
  readonly error: unknown;
  /** The chat that stands beside it, which stays when this one is left. */
  readonly other: ChatView["chat"];
}

/** One of two chats that hear the same. */
export function ChatSide({ label, agent, view, error, other }: ChatSideProps) {
  const { chat, printed } = view;
  const model = chat?.agentModel;
  return (
    <section className="pane centre side-chat" aria-label={label}>
      <div className="bar">
        <h2 className="clip mono" title={agent}>
          {agent}
        </h2>
        <span className="chip mono">{model ?? "its own model"}</span>
        <span className="small muted clip">{sumsOf(chat)}</span>
        {other !== undefined && (
          <Link
            className="push small"
            to="/agents/$agent/chat/$chat"
            params={{ agent: other.agent, chat: other.chatId }}
          >
            Close
          </Link>
        )}
      </div>
      <Transcript agent={agent} view={view} label={`${label}, transcript`} />
      {error !== null && <ChatProblem error={error} printed={printed} />}
    </section>
  );
}

/** What all turns took together, as far as they tell: to hold one side against the other. */
function sumsOf(chat: ChatView["chat"]): string {
  const turns = chat?.history ?? [];
  if (turns.length === 0) return "";
  const calls = turns.flatMap(({ steps }) => steps).filter(({ type }) => type === "call").length;
  const seconds = turns.reduce((sum, turn) => sum + (turn.seconds ?? 0), 0);
  const told = turns.flatMap(({ usage }) => usage ?? []);
  const tokens = told.reduce((sum, { input = 0, output = 0 }) => sum + input + output, 0);
  return [
    plural(calls, "call"),
    secondsText(seconds),
    ...(told.length === 0 ? [] : [`${tokens.toLocaleString("en-US")} tokens`]),
  ].join(", ");
}
