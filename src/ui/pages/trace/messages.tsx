import { LEFT_OUT } from "../../../core/traces/own-attributes.ts";
import { JsonText } from "../../components/json-text.tsx";
import type { SpanDetail, TraceMessage } from "./trace-types.ts";

/** What a model was sent: what was said so far, what it may call, and how it shall answer. */
export function SentRequest({ detail }: { readonly detail: SpanDetail }) {
  const { input = [], tools = [], settings = {} } = detail;
  const set = Object.entries(settings);
  return (
    <>
      <Messages messages={input} />
      {tools.length > 0 && (
        <section className="sect">
          <h2>Tools it may call</h2>
          {tools.map(({ name, description, parameters }) => (
            <details key={name}>
              <summary>
                <code>{name}</code> <span className="small muted">{description}</span>
              </summary>
              {parameters === undefined ? (
                <p className="muted">Its arguments are not told.</p>
              ) : (
                <JsonText value={parameters} />
              )}
            </details>
          ))}
        </section>
      )}
      {set.length > 0 && (
        <section className="sect">
          <h2>Settings</h2>
          <dl className="factlist">
            {set.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

export function Messages({ messages }: { readonly messages: readonly TraceMessage[] }) {
  return (
    <ol className="messages">
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name
        <li key={at} className={message.role}>
          <h3>{roles[message.role]}</h3>
          {message.parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <Part key={place} part={part} />
          ))}
        </li>
      ))}
    </ol>
  );
}

const roles = {
  system: "Instructions",
  user: "User",
  assistant: "Model",
  tool: "Tool",
} as const;

function Part({ part }: { readonly part: TraceMessage["parts"][number] }) {
  if (part.type === "text") return <p className="said">{part.text}</p>;
  if (part.type === "reasoning") {
    return (
      <details>
        <summary className="small muted">Reasoning</summary>
        <p className="said">{part.text}</p>
      </details>
    );
  }
  if (part.type === "call") {
    return (
      <div>
        <code>calls {part.name ?? "a tool"}</code>
        <JsonText value={part.args} />
      </div>
    );
  }
  if (part.type === "response") {
    return (
      <div>
        <code>
          {part.name ?? "A tool"} {part.isError === true ? "failed" : "answered"}
        </code>
        <JsonText value={part.response} />
      </div>
    );
  }
  const characters = leftOut(part.value);
  return characters === undefined ? (
    <JsonText value={part.value} />
  ) : (
    <p className="muted">
      {characters === 0
        ? "It is not on record."
        : `${characters.toLocaleString("en-US")} characters, which are too many to be kept.`}
    </p>
  );
}

/** How long a message is of which nothing else was kept. */
function leftOut(value: unknown): number | undefined {
  const { type, characters } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return type === LEFT_OUT && typeof characters === "number" ? characters : undefined;
}
