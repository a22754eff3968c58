import type { ChatDetail, ChatState, ChatTurn } from "../../../core/chats/chat.ts";
import { JsonText } from "../../components/json-text.tsx";

/** What a turn did to the session state. */
export function StateChange({
  chat,
  turn,
}: {
  readonly chat: ChatDetail;
  readonly turn: ChatTurn;
}) {
  const earlier = chat.history.slice(0, turn.turn).findLast(({ state }) => state !== undefined);
  const before = earlier?.state ?? chat.firstState;
  const after = turn.state;
  if (after === undefined) {
    return (
      <section className="sect">
        <p className="muted">This agent does not tell of its state. The next turn begins with:</p>
        <JsonText value={chat.state} />
      </section>
    );
  }
  const changed = changesOf(before, after);
  return (
    <>
      <section className="sect">
        <h2>{changed.length === 0 ? "Nothing changed" : "Changed in this turn"}</h2>
        <dl className="attributes">
          {changed.map(({ key, from, to }) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd className="mono small">
                {from === undefined ? "new" : JSON.stringify(from)} →{" "}
                {to === undefined ? "removed" : JSON.stringify(to)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="sect">
        <h2>After turn {turn.turn + 1}</h2>
        <JsonText value={after} />
      </section>
    </>
  );
}

function changesOf(before: ChatState, after: ChatState) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, from: before[key], to: after[key] }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
