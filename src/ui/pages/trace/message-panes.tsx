import { Link } from "@tanstack/react-router";
import { JsonText } from "../../components/json-text.tsx";
import { Messages, SentRequest } from "./messages.tsx";
import { PromptChange } from "./prompt/prompt-change.tsx";
import type { SpanDetail } from "./trace-types.ts";

/** What a model or a tool was given. */
export function RequestPane({ detail }: { readonly detail: SpanDetail }) {
  const { row, tool, input, before } = detail;
  if (row.kind === "tool") {
    return (
      <section className="sect">
        <h2>Arguments</h2>
        {tool?.args === undefined ? (
          <Absent what="The arguments" />
        ) : (
          <JsonText value={tool.args} />
        )}
        {before !== undefined && (
          <p className="small">
            <Link to="." search={(old) => ({ ...old, span: before.id, pane: "response" })}>
              The model call before it
            </Link>
          </p>
        )}
      </section>
    );
  }
  if (input === undefined) {
    return (
      <section className="sect">
        <Absent what={row.kind === "other" ? "A request" : "What it was given"} />
      </section>
    );
  }
  return (
    <>
      <PromptChange detail={detail} />
      <SentRequest detail={detail} />
    </>
  );
}

/** What came back. */
export function ResponsePane({ detail }: { readonly detail: SpanDetail }) {
  const { row, tool, output } = detail;
  if (row.kind === "tool") {
    return (
      <section className="sect">
        <h2>Result</h2>
        {tool?.result === undefined ? (
          <Absent
            what={row.error === undefined ? "The result" : `It failed (${row.error}); a result`}
          />
        ) : (
          <JsonText value={tool.result} />
        )}
      </section>
    );
  }
  if (output !== undefined) return <Messages messages={output} />;
  return (
    <section className="sect">
      <Absent
        what={row.error === undefined ? "What came back" : `It failed (${row.error}); an answer`}
      />
    </section>
  );
}

function Absent({ what }: { readonly what: string }) {
  return <p className="muted">{what} is not in the trace.</p>;
}
