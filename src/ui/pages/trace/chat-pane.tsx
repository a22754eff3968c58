import { Link } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import type { SpanRow, TurnView } from "./trace-types.ts";

interface ChatPaneProps {
  readonly turns: readonly TurnView[];
  readonly selected: SpanRow | undefined;
  readonly until: number | undefined;
}

/** What was said and called, so that a span is found by what the reader remembers of it. */
export function ChatPane({ turns, selected, until }: ChatPaneProps) {
  return (
    <nav className="pane slim" aria-label="Conversation">
      {turns.map((turn, at) => {
        const isLater = until !== undefined && (turn.start ?? 0) > until;
        return (
          <section key={turn.id} className={isLater ? "later" : undefined}>
            <h2>Turn {at + 1}</h2>
            <p>
              {turn.user ?? <span className="faint">What the user said was not recorded.</span>}
            </p>
            {turn.tools.length > 0 && (
              <ul className="calls">
                {turn.tools.map((tool, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name
                  <li key={place}>
                    <ToolLink tool={tool} selected={selected} />
                  </li>
                ))}
              </ul>
            )}
            <Answer turn={turn} selected={selected} />
          </section>
        );
      })}
      {turns.length === 0 && <p className="faint">No turns.</p>}
    </nav>
  );
}

interface ToolLinkProps {
  readonly tool: TurnView["tools"][number];
  readonly selected: SpanRow | undefined;
}

function ToolLink({ tool: { name, error, span }, selected }: ToolLinkProps) {
  const mark = error !== undefined && <Glyph state="errored" />;
  if (span === undefined) {
    return (
      <span title="Known from messages only; no span tells of it.">
        {name} {mark}
      </span>
    );
  }
  return (
    <Link
      to="."
      className="plain"
      search={(before) => ({ ...before, span })}
      replace
      aria-current={selected?.id === span ? "true" : undefined}
    >
      {name} {mark}
    </Link>
  );
}

function Answer({
  turn,
  selected,
}: {
  readonly turn: TurnView;
  readonly selected: SpanRow | undefined;
}) {
  const { answer, answerSpan, error } = turn;
  if (answer === undefined) {
    return (
      <p className="agent faint">
        {error === undefined ? "No answer was recorded." : `Failed: ${error}`}
      </p>
    );
  }
  const isLit = selected !== undefined && selected.id === answerSpan;
  return (
    <p className={`agent${isLit ? " lit" : ""}`} title={answer}>
      {answerSpan === undefined ? (
        answer
      ) : (
        <Link
          to="."
          className="plain"
          search={(before) => ({ ...before, span: answerSpan })}
          replace
        >
          {answer}
        </Link>
      )}
    </p>
  );
}
