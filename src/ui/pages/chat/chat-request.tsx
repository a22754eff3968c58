import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ChatDetail, ChatTurn } from "../../../core/chats/chat.ts";
import { call } from "../../lib/api.ts";
import { SentRequest } from "../trace/messages.tsx";
import type { SpanRow, TurnView } from "../trace/trace-types.ts";
import { type ShownCall, shownSteps } from "./chat-words.ts";

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
  const asking = shown === undefined ? models : askingFor(found, turn, shown);
  return asking.length === 0 ? (
    <section className="sect">
      <p className="muted">What a model was sent was not seen.</p>
    </section>
  ) : (
    <ModelRequests key={`${turn.turn}-${shown?.at}`} chatId={chat.chatId} models={asking} />
  );
}

/** The last model call before a tool call. */
function askingFor({ spans }: TurnView, turn: ChatTurn, shown: ShownCall): readonly SpanRow[] {
  const calls = shownSteps(turn.steps).filter(({ type }) => type === "call");
  const place = calls.findIndex(({ at }) => at === shown.at);
  const tool = spans.filter(({ kind }) => kind === "tool")[place];
  const before = tool === undefined ? [] : spans.slice(0, spans.indexOf(tool));
  return before.filter(({ kind }) => kind === "model").slice(-1);
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
              {models.map(({ id, name }, at) => (
                <option key={id} value={at}>
                  {at + 1} of {models.length}: {name}
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
      {data?.input !== undefined && <SentRequest detail={data} />}
    </>
  );
}
