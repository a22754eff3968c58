import type { Reply } from "../lib/api.ts";
import { secondsText } from "../lib/words.ts";
import { Icon } from "./icon.tsx";

type Turn = Reply<"GET /trace">["view"]["turns"][number];

/** A conversation in short: who said what, and what was called. */
export function SaidTurns({ turns }: { readonly turns: readonly Turn[] }) {
  return (
    <ol className="turns">
      {turns.map((turn) => (
        <SaidTurn key={turn.id} turn={turn} />
      ))}
    </ol>
  );
}

function SaidTurn({ turn: { user, answer, tools, error, start, end } }: { readonly turn: Turn }) {
  const took = start === undefined || end === undefined ? "" : secondsText((end - start) / 1000);
  return (
    <>
      <li>
        <Icon name="user" />
        <span>{user ?? <em className="faint">not recorded</em>}</span>
        <span className="small" />
      </li>
      {tools.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name
        <li key={at}>
          <span />
          <span className="call">{tool.name}</span>
          <span className="small t-fail">{tool.error === "_OTHER" ? "failed" : tool.error}</span>
        </li>
      ))}
      <li>
        <Icon name="agents" />
        <span>{answer ?? <em className="faint">{error ?? "no answer recorded"}</em>}</span>
        <span className="small">{took}</span>
      </li>
    </>
  );
}
