import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Panes } from "../../components/panes/panes.tsx";
import { PageProblem } from "../../components/problem.tsx";
import { ApiProblem, call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { ChatCapture } from "./chat-capture.tsx";
import { ChatHead } from "./chat-head.tsx";
import { ChatInspector } from "./chat-inspector.tsx";
import { ChatProblem } from "./chat-problem.tsx";
import { readChatSearch } from "./chat-search.ts";
import { ChatSessions } from "./chat-sessions.tsx";
import { Composer } from "./composer.tsx";
import { SplitChat } from "./split-chat.tsx";
import { SplitDialog } from "./split-dialog.tsx";
import { Transcript } from "./transcript.tsx";
import { useChat } from "./use-chat.ts";
import { useChatActs } from "./use-chat-acts.ts";
import { keepFirstWords, useFirstWords } from "./use-first-words.ts";

/** Speaking with an agent: what it says and does while it does it, and a case of what was said. */
export function ChatPage() {
  const { agent = "", chat: chatId } = useParams({ strict: false });
  const { other: otherId } = readChatSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const view = useChat(chatId);
  const other = useChat(otherId);
  const [isSplitting, setSplitting] = useState(false);
  const chats = useQuery({
    queryKey: ["chats", agent],
    queryFn: ({ signal }) => call("GET /chats", { query: { agent, limit: 100 }, signal }),
  });
  const beginning = useMutation({
    mutationFn: async (text: string) => {
      const { chatId: begun } = await call("POST /chats", { body: { agent } });
      keepFirstWords(begun, text);
      await queries.invalidateQueries({ queryKey: ["chats"] });
      await navigate({ to: "/agents/$agent/chat/$chat", params: { agent, chat: begun } });
    },
  });
  useFirstWords(chatId, view.chat !== undefined, view.send);
  const { isCapturing, isSplit, canCapture, canSplit } = useChatActs(view);
  const openCapture = () =>
    void navigate({ to: ".", search: (before) => ({ ...before, capture: true }) });
  const split = () => setSplitting(true);
  useKeys([
    { keys: "b", does: "Put another beside it", run: split, isOff: !canSplit },
    { keys: "c", does: "Capture as case", run: openCapture, isOff: !canCapture },
  ]);
  const error = view.error ?? beginning.error ?? chats.error;
  if (view.error instanceof ApiProblem && view.error.status === 404 && view.chat === undefined)
    return <PageProblem error={view.error} />;
  const classes = [
    "main chat-main",
    ...(isCapturing ? ["capturing"] : []),
    ...(isSplit ? ["two-chats"] : []),
  ];
  return (
    <main className={classes.join(" ")}>
      <ChatHead
        agent={agent}
        view={view}
        onCapture={canCapture ? openCapture : undefined}
        onSplit={canSplit ? split : undefined}
      />
      {isSplit ? (
        <SplitChat agent={agent} view={view} other={other} error={error} />
      ) : (
        <Panes name="chat" className="panes chatpanes" left={192} right={420}>
          <ChatSessions agent={agent} chats={chats.data?.chats} chatId={chatId} />
          <section className="pane centre" aria-label="Conversation">
            <Transcript agent={agent} view={view} />
            {error !== null && <ChatProblem error={error} printed={view.printed} />}
            <Composer
              agent={agent}
              view={view}
              isBusy={beginning.isPending}
              onSend={(text) =>
                chatId === undefined ? beginning.mutate(text) : void view.send(text)
              }
            />
          </section>
          {isCapturing ? <ChatCapture agent={agent} view={view} /> : <ChatInspector view={view} />}
        </Panes>
      )}
      {isSplitting && (
        <SplitDialog agent={agent} chat={view.chat} onClose={() => setSplitting(false)} />
      )}
    </main>
  );
}
