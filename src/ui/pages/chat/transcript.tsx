import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { plural } from "../../../core/text/plural.ts";
import { Icon } from "../../components/icon.tsx";
import { call } from "../../lib/api.ts";
import { ChatTurnView } from "./chat-turn.tsx";
import { shownSteps } from "./chat-words.ts";
import { StepList } from "./step-list.tsx";
import type { ChatView, LiveTurn } from "./use-chat.ts";

interface TranscriptProps {
  readonly agent: string;
  readonly view: ChatView;
  /** "Transcript" unless there are two. */
  readonly label?: string | undefined;
}

/** What was said and done, turn by turn; it stays at its end while something is added. */
export function Transcript({ agent, view, label = "Transcript" }: TranscriptProps) {
  const { chat, live, isReading } = view;
  const log = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const history = (chat?.history ?? []).filter(({ turn }) => turn !== live?.started.turn);
  const query = { chat: chat?.chatId ?? "" };
  const trace = useQuery({
    queryKey: ["trace", query, chat?.history.length],
    queryFn: ({ signal }) => call("GET /trace", { query, signal }),
    enabled: history.length > 0,
  });
  const size = `${history.length} ${live?.steps.length ?? 0} ${live?.text.length ?? 0}`;
  useEffect(() => {
    const { current } = log;
    // whoever scrolled up is reading
    if (current !== null && isAtEnd.current && size !== "")
      current.scrollTop = current.scrollHeight;
  }, [size]);
  return (
    <section
      className="log"
      aria-label={label}
      ref={log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
      }}
    >
      {history.map((turn) => (
        <ChatTurnView
          key={turn.invocationId}
          agent={agent}
          chatId={chat?.chatId ?? ""}
          turn={turn}
          spans={trace.data?.view.turns[turn.turn]}
        />
      ))}
      {live !== undefined && <Live live={live} />}
      {history.length === 0 && live === undefined && !isReading && (
        <div className="empty">
          <h2>Say something to {agent}.</h2>
          <p>
            What it does is shown while it does it. A good conversation becomes a case of an eval
            set.
          </p>
        </div>
      )}
    </section>
  );
}

function Live({ live: { started, steps, text } }: { readonly live: LiveTurn }) {
  const shown = shownSteps(steps);
  return (
    <section className="turn">
      <div className="bar">
        <h2>Turn {started.turn + 1}</h2>
        <span className="small muted">{plural(shown.length, "step")} so far</span>
      </div>
      <div className="msg">
        <Icon name="user" />
        <p>{started.user}</p>
      </div>
      <StepList turn={started.turn} steps={shown} />
      <div className="msg live" aria-live="polite">
        <Icon name="agents" />
        <p>
          {text}
          <span className="caret" aria-hidden="true" />
          <span className="sr">{text === "" ? "The agent is at work" : "and goes on"}</span>
        </p>
      </div>
    </section>
  );
}
