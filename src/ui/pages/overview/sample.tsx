import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { shellLine } from "../../../core/text/shell-word.ts";
import { CommandBlock } from "../../components/command-block.tsx";
import { Glyph, type State } from "../../components/glyph.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useConnection } from "../../lib/use-connection.ts";
import { useLack } from "../../lib/use-me.ts";

/** The folder of the example that comes with Assay and needs nothing. */
const SAMPLE = /(^|\/)home-automation$/;

interface SampleProps {
  readonly workspace: Reply<"GET /workspace"> | undefined;
}

/** The sample, laid out with the places of its scores; where it is not served, how to get it. */
export function Sample({ workspace }: SampleProps) {
  const agent = workspace?.agents.find((each) => SAMPLE.test(each));
  return agent === undefined ? (
    <NoSample workspace={workspace} />
  ) : (
    <SampleRun agent={agent} folder={workspace?.folder ?? "."} />
  );
}

function NoSample({ workspace }: SampleProps) {
  return (
    <div className="sample">
      <section className="sect">
        <h2>Or run the sample</h2>
        <p className="muted">
          A home automation agent written as a plain function: no API key, no network, no cost. It
          comes with Assay; copy it here, and run it:
        </p>
        <CommandBlock
          command={
            "cp -r node_modules/assay/examples/home-automation .\nnpx assay eval home-automation"
          }
        />
        <Marks />
      </section>
      {workspace === undefined && <div className="waiting" />}
    </div>
  );
}

function SampleRun({ agent, folder }: { readonly agent: string; readonly folder: string }) {
  const navigate = useNavigate();
  const connection = useConnection();
  const { data } = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const sets = (data?.sets ?? []).filter((set) => set.agent === agent && set.problems === 0);
  const paths = sets.map(({ path }) => path);
  const inServed = (path: string) => (folder === "." ? path : `${folder}/${path}`);
  const rows = useQueries({
    queries: sets.map(({ id }) => ({
      queryKey: ["set", id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("GET /sets/:set", { params: { set: id }, signal }),
    })),
  }).flatMap((each) => (each.data?.cases ?? []).map((row) => ({ ...row, set: each.data?.id })));
  const start = useMutation({
    mutationFn: () => call("POST /runs", { body: { agent, evalSets: paths } }),
    onSuccess: ({ runId }) => navigate({ to: "/runs/$run", params: { run: runId } }),
  });
  const lack = useLack("runner");
  const canStart =
    lack === undefined && rows.length > 0 && !start.isPending && connection === "connected";
  useKeys([{ keys: "Enter", does: "Run the sample", run: start.mutate, isOff: !canStart }]);
  return (
    <div className="sample">
      <section className="sect">
        <h2>Or run the sample</h2>
        <p className="muted">
          A home automation agent written as a plain function: no API key, no network, no cost. One
          case fails and one cannot be scored, on purpose, so that you see how each is explained.
        </p>
        <button
          type="button"
          className="btn primary"
          disabled={!canStart}
          title={lack}
          onClick={() => start.mutate()}
        >
          {start.isPending ? "Starting" : `Run ${rows.length} sample cases`}
          <kbd className="kbd">Enter</kbd>
        </button>
        {start.error !== null && (
          <p className="t-fail" role="alert">
            {start.error.message}
          </p>
        )}
        <p className="muted">The same from a terminal:</p>
        <CommandBlock command={`npx assay eval ${shellLine([agent, ...paths].map(inServed))}`} />
        <Marks />
      </section>
      <div className="mxwrap">
        <table className="mx">
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">The user says</th>
              <th scope="col">Trajectory</th>
              <th scope="col">Response</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ evalId, first, set }) => (
              <tr key={`${set} ${evalId}`}>
                <th scope="row">
                  <code className="c">{evalId}</code>
                </th>
                <td>
                  <span className="c muted">“{first}”</span>
                </td>
                <td className="wa">
                  <span className="c">
                    <Glyph state="pending" />
                  </span>
                </td>
                <td className="wa">
                  <span className="c">
                    <Glyph state="pending" />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="small muted kept">
          Not run yet. The places are kept; each score appears in its own place when it is known.
        </p>
      </div>
    </div>
  );
}

const marks: readonly (readonly [state: State, words: string])[] = [
  ["passed", "Passed"],
  ["failed", "Failed"],
  ["errored", "Errored"],
  ["not-evaluated", "Not evaluated"],
  ["pending", "Pending"],
  ["skipped", "Skipped"],
];

function Marks() {
  return (
    <>
      <h3>Six marks you will meet</h3>
      <ul className="six">
        {marks.map(([state, words]) => (
          <li key={state}>
            <Glyph state={state} isSilent />
            {words}
          </li>
        ))}
      </ul>
    </>
  );
}
