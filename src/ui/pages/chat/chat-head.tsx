import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { AddToReview } from "../../components/review/add-to-review.tsx";
import type { ChatView } from "./use-chat.ts";

interface HeadProps {
  readonly agent: string;
  readonly view: ChatView;
  readonly onCapture: (() => void) | undefined;
  /** Undefined where another stands beside it already. */
  readonly onSplit: (() => void) | undefined;
}

/** Which chat it is, how it stands, and what can be made of it. */
export function ChatHead({ agent, view, onCapture, onSplit }: HeadProps) {
  const { chat } = view;
  const title = chat?.title ?? (chat === undefined ? `Chat with ${agent}` : "New chat");
  return (
    <header className="pagehead">
      <div className="row">
        <h1 className="clip">{title}</h1>
        {chat?.forkedFrom !== undefined && (
          <Link
            className="chip"
            to="/agents/$agent/chat/$chat"
            params={{ agent, chat: chat.forkedFrom.chat }}
          >
            forked after {plural(chat.forkedFrom.turns, "turn")}
          </Link>
        )}
        {chat?.agentModel !== undefined && <span className="chip mono">{chat.agentModel}</span>}
        <div className="btns push">
          {onSplit !== undefined && (
            <button type="button" className="btn ghost" onClick={onSplit}>
              Split… <span className="kbd">b</span>
            </button>
          )}
          {chat !== undefined && chat.turns > 0 && (
            <>
              <AddToReview of={{ chat: chat.chatId }} />
              <Link className="btn" to="/chats/$chat/trace" params={{ chat: chat.chatId }}>
                Open trace
              </Link>
            </>
          )}
          <button
            type="button"
            className="btn primary"
            disabled={onCapture === undefined}
            onClick={onCapture}
          >
            Capture as case <span className="kbd">c</span>
          </button>
        </div>
      </div>
      <p className="lead">{sentence(view)}</p>
    </header>
  );
}

function sentence({ chat, live, isReading }: ChatView): string {
  if (isReading) return "Reading what was said.";
  if (live !== undefined) return "The agent is at work.";
  const turns = chat?.history ?? [];
  const last = turns.at(-1);
  if (last === undefined) return "Nothing was said yet.";
  const failed = last.steps.filter((step) => step.type === "result" && step.error !== undefined);
  const tool = failed[0]?.type === "result" ? failed[0].tool : undefined;
  if (last.status !== "done")
    return `Turn ${turns.length} did not end well: ${last.problem ?? last.status}`;
  const calls = last.steps.filter(({ type }) => type === "call").length;
  const head =
    calls === 0
      ? `Turn ${turns.length} was answered without a call.`
      : `Turn ${turns.length} made ${plural(calls, "call")}.`;
  return tool === undefined
    ? head
    : `${head} ${tool} failed${failed.length > 1 ? `, ${failed.length} calls in all` : ""}.`;
}
