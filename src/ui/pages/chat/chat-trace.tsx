import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../lib/api.ts";
import { secondsText } from "../../lib/words.ts";
import type { SpanRow } from "../trace/trace-types.ts";

interface ChatTraceProps {
  readonly chatId: string;
  /** Turns so far: with another one there are more spans. */
  readonly turns: number;
  /** The turn whose spans are shown, from 0. */
  readonly turn: number;
}

/** Where the time of a turn went, in short; each span leads to all that is known of it. */
export function ChatTrace({ chatId, turns, turn }: ChatTraceProps) {
  const query = { chat: chatId };
  const { data } = useQuery({
    queryKey: ["trace", query, turns],
    queryFn: ({ signal }) => call("GET /trace", { query, signal }),
  });
  if (data === undefined) return <div aria-busy="true" />;
  const found = data.view.turns[turn];
  if (found === undefined || found.spans.length === 0) {
    return <p className="empty">Nothing of this turn was measured.</p>;
  }
  const { spans, start = 0, end = start } = found;
  return (
    <>
      <ol className="wf chat-spans">
        {spans.map((row) => (
          <Span key={row.id} chatId={chatId} row={row} start={start} span={end - start} />
        ))}
      </ol>
      <p className="sect small">
        <Link to="/chats/$chat/trace" params={{ chat: chatId }}>
          All turns in the explorer
        </Link>
      </p>
    </>
  );
}

interface SpanProps {
  readonly chatId: string;
  readonly row: SpanRow;
  readonly start: number;
  /** How long the turn took. */
  readonly span: number;
}

const classes = { agent: "agent", model: "llm", tool: "", other: "own" } as const;

function Span({ chatId, row, start: from, span }: SpanProps) {
  const { id, name, kind, depth, start, end, error, promptChanged } = row;
  const isTimed = start !== undefined && end !== undefined && span > 0;
  const share = (time: number) => `${Math.max(0, Math.min(100, (100 * time) / span))}%`;
  const place = isTimed ? { "--a": share(start - from), "--w": share(end - start) } : {};
  return (
    <li className={classes[kind]}>
      <Link
        className="plain clip"
        to="/chats/$chat/trace"
        params={{ chat: chatId }}
        search={{ span: id }}
        title={[name, promptChanged && "prompt changed", error].filter(Boolean).join(", ")}
        style={{ "--d": Math.min(depth, 4) } as React.CSSProperties}
      >
        {name}
        {error !== undefined && <span className="t-fail"> failed</span>}
      </Link>
      <i style={place as React.CSSProperties} />
      <span>{isTimed ? secondsText((end - start) / 1000) : "unknown"}</span>
    </li>
  );
}
