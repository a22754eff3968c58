import { JsonText } from "../../components/json-text.tsx";
import { secondsText } from "../../lib/words.ts";
import type { SpanDetail } from "./trace-types.ts";
import { costText } from "./trace-words.ts";

/** What happened, in facts. */
export function EventPane({ detail }: { readonly detail: SpanDetail }) {
  const { row, usage, model, provider, finishReasons, tool, events, logs, links, dropped } = detail;
  const { start, end } = row;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Kind", kinds[row.kind]],
    ["Agent", row.agent],
    ["Model", model],
    ["Provider", provider],
    [
      "Took",
      start === undefined || end === undefined ? "unknown" : secondsText((end - start) / 1000),
    ],
    ["Tokens in", amount(usage?.input)],
    ["of these from a cache", amount(usage?.cacheRead)],
    ["Tokens out", amount(usage?.output)],
    ["of these reasoning", amount(usage?.reasoning)],
    ["Cost", row.cost === undefined ? undefined : costText(row.cost)],
    ["Ended by", finishReasons?.join(", ")],
    ["Call id", tool?.id],
    ["Error", row.error],
    ["Malformed", row.flaw],
    [
      "Left out by the sender",
      dropped === 0 ? undefined : `${dropped} attributes, events or links`,
    ],
    ["Written as", detail.spanName],
  ];
  return (
    <>
      <section className="sect">
        <dl className="factlist">
          {facts.map(
            ([name, value]) =>
              value !== undefined && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
      {[...events, ...logs].length > 0 && (
        <section className="sect">
          <h2>What was noted in it</h2>
          <ol className="moments">
            {[...events, ...logs].map((moment, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: moments have no other name
              <li key={at}>
                <strong>{moment.name}</strong>
                {moment.at !== undefined && (
                  <span className="small muted"> after {secondsText(moment.at / 1000)}</span>
                )}
                <JsonText value={moment.body ?? moment.attributes} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {links.length > 0 && (
        <section className="sect">
          <h2>Linked spans</h2>
          <ul className="mono small">
            {links.map(({ trace, span }) => (
              <li key={`${trace} ${span}`}>
                {trace} {span}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const kinds = {
  agent: "agent",
  model: "model call",
  tool: "tool call",
  other: "has nothing to do with a model",
} as const;

function amount(count: number | undefined): string | undefined {
  return count?.toLocaleString("en-US");
}
