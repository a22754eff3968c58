import { useQuery, useQueryClient } from "@tanstack/react-query";
import { shellWord } from "../../../core/text/shell-word.ts";
import { CommandBlock } from "../../components/command-block.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { ChooseFile } from "./choose-file.tsx";
import { Sample } from "./sample.tsx";

/** Nothing was evaluated here yet: three ways in, each with what to type, and a sample that needs no key. */
export function Welcome() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => call("GET /workspace", { signal }),
  });
  return (
    <main className="main welcome">
      <header className="pagehead">
        <h1>Nothing has been evaluated here yet</h1>
        <p className="lead">
          <strong>Start from what you have:</strong> an agent, traces, or an eval set file. Or run
          the sample first; it needs no API key.
        </p>
      </header>
      <Doors workspace={data} />
      <Sample workspace={data} />
      <p className="found small muted">
        <span>{data === undefined ? "Looking." : foundText(data)}</span>
        <button
          type="button"
          className="btn s push"
          onClick={() => void queries.invalidateQueries()}
        >
          Look again
        </button>
      </p>
    </main>
  );
}

type Workspace = Reply<"GET /workspace">;

function Doors({ workspace }: { readonly workspace: Workspace | undefined }) {
  const [agent] = workspace?.agents ?? [];
  const receiver = workspace?.receiver;
  const path = agent === undefined ? "./agents/mine" : inFolder(workspace?.folder ?? ".", agent);
  return (
    <div className="doors">
      <section className="sect">
        <h2>I have an agent</h2>
        {agent === undefined ? (
          <>
            <p>
              Start Assay on its folder. It finds <code>agent.ts</code> and <code>agent.js</code>{" "}
              below it. With the same port, this page goes on by itself.
            </p>
            <CommandBlock command={`npx assay web ./agents --port ${port()}`} />
          </>
        ) : (
          <>
            <p>
              <code>{agent}</code> is here. Run it on the eval sets of its folder; the run appears
              on this page while it goes on.
            </p>
            <CommandBlock command={`npx assay eval ${shellWord(path)}`} />
          </>
        )}
        <p>No eval set yet? Draft ten cases from the agent’s description, then edit them:</p>
        <CommandBlock command={`npx assay eval-set generate ${shellWord(path)} --count 10`} />
        <p className="more small faint">
          Also: ADK’s api_server, A2A, an OpenAI-compatible endpoint, a plain function, any command
          that speaks JSON lines.
        </p>
      </section>
      <section className="sect">
        <h2>I have traces</h2>
        <p>In a file, as OTLP or Jaeger JSON. The agent is not run again:</p>
        <CommandBlock command="npx assay score traces.json -m hallucinations_v1" />
        <p>
          Or send them here while the agent works. The receiver is listening, and sessions appear
          under Live as they arrive:
        </p>
        <CommandBlock
          command={`OTEL_EXPORTER_OTLP_ENDPOINT=${receiver?.http ?? "http://127.0.0.1:4318"}\nOTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`}
        />
        {receiver?.grpc !== null && receiver !== undefined && (
          <p className="more small faint">
            gRPC is at {receiver.grpc}. Nothing leaves this machine.
          </p>
        )}
      </section>
      <section className="sect">
        <h2>I have an eval set file</h2>
        <ChooseFile />
        <p>
          Or put it into the agent’s folder and it is listed under Sets. See first what is
          understood of it, and what is not:
        </p>
        <CommandBlock command="npx assay eval-set validate refunds.evalset.json" />
        <p>Then run the agent on it:</p>
        <CommandBlock command={`npx assay eval ${shellWord(path)} refunds.evalset.json`} />
        <p className="more small faint">
          Reads .evalset.json and .test.json, and makes cases of JSON lines, CSV and OTLP traces.
          ADK’s files work unchanged, and stay readable by ADK.
        </p>
      </section>
    </div>
  );
}

function port(): string {
  return location.port === "" ? "80" : location.port;
}

function foundText({ folder, agents, sets }: Workspace): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const where = folder === "." ? "the folder where Assay was started" : folder;
  return `Looked in ${where} and below: ${count(agents.length, "agent")}, ${count(sets, "eval set")}, 0 runs.`;
}

/** A path below the folder that is served, as it is typed where the server was started. */
function inFolder(folder: string, path: string): string {
  if (folder === ".") return path;
  return path === "." ? folder : `${folder}/${path}`;
}
