import { CommandBlock } from "../../components/command-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import type { Reply } from "../../lib/api.ts";
import { timeText } from "../../lib/words.ts";

type Receiver = Reply<"GET /sessions">["receiver"];

/** Where agents send their traces. */
export function ReceiverBar({ receiver }: { readonly receiver: Receiver }) {
  const { http, grpc, refusal, spansPerSecond } = receiver;
  const variables = variablesOf(receiver);
  return (
    <div className="recv">
      <dl className="stats">
        <div>
          <dt>Receiver</dt>
          <dd>{http === null ? "Elsewhere" : "Receiving"}</dd>
        </div>
        <div>
          <dt>Address, HTTP and gRPC</dt>
          <dd className="mono small">
            {http === null ? "not this server" : `${http} ${grpc ?? ""}`}
          </dd>
        </div>
        <div>
          <dt>Spans a second</dt>
          <dd className="small">{spansPerSecond === null ? "none lately" : spansPerSecond}</dd>
        </div>
        <div>
          <dt>{refusal === null ? "Last error" : `Last error, ${timeText(refusal.at)}`}</dt>
          <dd className="small">{refusal === null ? "none" : refusal.message}</dd>
        </div>
      </dl>
      {variables !== undefined && (
        <div className="env">
          <pre role="img" aria-label="Variables for an exporter">
            {variables}
          </pre>
          <CopyButton text={variables}>Copy</CopyButton>
        </div>
      )}
    </div>
  );
}

function variablesOf({ http }: Receiver): string | undefined {
  if (http === null) return undefined;
  return `OTEL_EXPORTER_OTLP_ENDPOINT=${http}\nOTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`;
}

/** What to do so that something is here. */
export function NoSessions({
  receiver,
  isFiltered,
}: {
  readonly receiver: Receiver;
  readonly isFiltered: boolean;
}) {
  if (isFiltered)
    return (
      <p className="empty">
        No session is like that. Choose All and clear the filter to see every one.
      </p>
    );
  const variables = variablesOf(receiver);
  return (
    <div className="empty">
      <h2>No agent has sent a trace.</h2>
      {variables === undefined ? (
        <p>
          Something else listens on the ports for traces, such as assay serve. What it receives for
          this workspace is shown here.
        </p>
      ) : (
        <>
          <p>Start an agent that is instrumented with OpenTelemetry, with these variables:</p>
          <CommandBlock
            command={`${variables.replaceAll("\n", " \\\n")} \\\nOTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true \\\nnode my_agent.js`}
          />
        </>
      )}
    </div>
  );
}
