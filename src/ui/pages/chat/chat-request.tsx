import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ChatDetail, ChatTurn } from "../../../core/chats/chat.ts";
import { call } from "../../lib/api.ts";
import { SentRequest } from "../trace/messages.tsx";
import { PromptChange } from "../trace/prompt/prompt-change.tsx";
import type { SpanRow } from "../trace/trace-types.ts";
import { askingFor, callsIn } from "./asking-calls.ts";
import type { ShownCall } from "./chat-words.ts";

interface ChatRequestProps {
  readonly chat: ChatDetail;
  readonly turn: ChatTurn;
  readonly shown: ShownCall | undefined;
}

/** What the models of a turn were sent; of a tool call, the model that asked for it. */
export function ChatRequest({ chat, turn, shown }: ChatRequestProps) {
  const query = { chat: chat.chatId };
  const { data } = useQuery({
    queryKey: ["trace", query, chat.history.length],
    queryFn: ({ signal }) => call("GET /trace", { query, signal }),
  });
  const found = data?.view.turns[turn.turn];
  if (found === undefined) return null;
  const models = found.spans.filter(({ kind }) => kind === "model");
  const place = callsIn(turn).findIndex(({ at }) => at === shown?.at);
  const asking = shown === undefined ? models : askingFor(found, place);
  return asking.length === 0 ? (
    <section className="sect">
      <p className="muted">What a model was sent was not seen.</p>
    </section>
  ) : (
    <ModelRequests key={`${turn.turn}-${shown?.at}`} chatId={chat.chatId} models={asking} />
  );
}

interface ModelRequestsProps {
  readonly chatId: string;
  readonly models: readonly SpanRow[];
}

function ModelRequests({ chatId, models }: ModelRequestsProps) {
  const [place, setPlace] = useState(models.length - 1);
  const row = models[place];
  const query = { chat: chatId, trace: row?.trace ?? "", span: row?.id ?? "" };
  const { data } = useQuery({
    queryKey: ["trace", { chat: chatId }, "span", query.trace, query.span],
    queryFn: ({ signal }) => call("GET /trace/span", { query, signal }),
    enabled: row !== undefined,
  });
  return (
    <>
      <section className="sect">
        <h2>What the model was sent</h2>
        {models.length > 1 && (
          <label className="small">
            Model call{" "}
            <select
              className="field"
              value={place}
              onChange={({ target }) => setPlace(Number(target.value))}
            >
              {models.map(({ id, name, promptChanged }, at) => (
                <option key={id} value={at}>
                  {at + 1} of {models.length}: {name}
                  {promptChanged !== undefined && ", prompt changed"}
                </option>
              ))}
            </select>
          </label>
        )}
        <p className="small">
          <Link
            to="/chats/$chat/trace"
            params={{ chat: chatId }}
            search={{ span: query.span, pane: "request" }}
          >
            In the trace
          </Link>
        </p>
        {data !== undefined && data.input === undefined && (
          <p className="muted">It was not seen.</p>
        )}
      </section>
      {data?.input !== undefined && (
        <>
          <PromptChange detail={data} hasLink={false} />
          <SentRequest detail={data} />
        </>
      )}
    </>
  );
}
