import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CaptureSheet } from "../../components/capture/capture-sheet.tsx";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { ChatHead } from "./chat-head.tsx";
import { ChatInspector } from "./chat-inspector.tsx";
import { readChatSearch } from "./chat-search.ts";
import { ChatSessions } from "./chat-sessions.tsx";
import { Composer } from "./composer.tsx";
import { Transcript } from "./transcript.tsx";
import { useChat } from "./use-chat.ts";
import { keepFirstWords, useFirstWords } from "./use-first-words.ts";

/** Speaking with an agent: what it says and does while it does it, and a case of what was said. */
export function ChatPage() {
  const { agent = "", chat: chatId } = useParams({ strict: false });
  const { capture } = readChatSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const view = useChat(chatId);
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
  const canWrite = useLack("editor") === undefined;
  const canCapture = canWrite && (view.chat?.history.length ?? 0) > 0 && view.live === undefined;
  const openCapture = () =>
    void navigate({ to: ".", search: (before) => ({ ...before, capture: true }) });
  useKeys([{ keys: "c", does: "Capture as case", run: openCapture, isOff: !canCapture }]);
  const error = view.error ?? beginning.error ?? chats.error;
  return (
    <main className={`main chat-main${capture === true && canWrite ? " capturing" : ""}`}>
      <ChatHead agent={agent} view={view} onCapture={canCapture ? openCapture : undefined} />
      <div className="panes chatpanes">
        <ChatSessions agent={agent} chats={chats.data?.chats ?? []} chatId={chatId} />
        <section className="pane centre" aria-label="Conversation">
          <Transcript agent={agent} view={view} />
          {error !== null && (
            <div className="said-problem">
              <Problem error={error} />
              {view.printed !== undefined && <pre className="printed">{view.printed}</pre>}
            </div>
          )}
          <Composer
            agent={agent}
            view={view}
            isBusy={beginning.isPending}
            onSend={(text) =>
              chatId === undefined ? beginning.mutate(text) : void view.send(text)
            }
          />
        </section>
        {capture === true && canWrite && view.chat !== undefined ? (
          <CaptureSheet
            agent={agent}
            name={view.chat.title ?? "captured"}
            turns={view.chat.history.map(({ invocation }) => invocation)}
            state={view.chat.firstState}
            onClose={() =>
              void navigate({ to: ".", search: (before) => ({ ...before, capture: undefined }) })
            }
          />
        ) : (
          <ChatInspector view={view} />
        )}
      </div>
    </main>
  );
}
