import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { casesText } from "../../lib/amounts.ts";
import { call, type Reply } from "../../lib/api.ts";
import { useConnection } from "../../lib/use-connection.ts";
import { leftText } from "../../lib/words.ts";
import { Received } from "./received.tsx";

type Run = Reply<"GET /runs/running">["runs"][number];

/** What goes on now, and how far it is. */
export function Running({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <section className="pane running" aria-labelledby="running-title">
      <div className="head">
        <h2 id="running-title">Running</h2>
        {runs.length > 0 && <span className="small muted">{runs.length}</span>}
      </div>
      {runs.length === 0 && <p className="sect muted">Nothing runs now.</p>}
      {runs.map((run) => (
        <RunningRun key={run.runId} run={run} />
      ))}
      <Received />
    </section>
  );
}

function RunningRun({ run }: { readonly run: Run }) {
  const { runId, shortId, name, sets, done, planned, cases, passed, failing } = run;
  const { secondsLeft, canCancel } = run;
  const queries = useQueryClient();
  const connection = useConnection();
  const cancel = useMutation({
    mutationFn: () => call("POST /runs/:run/cancel", { params: { run: runId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["running"] }),
  });
  return (
    <div className="sect">
      <h3 className="row">
        <Glyph state="pending" />
        <Link className="plain" to="/runs/$run" params={{ run: runId }}>
          {name ?? sets.join(", ")} <span className="mono faint">{shortId}</span>
        </Link>
        <span className="push small faint">
          {secondsLeft !== undefined && leftText(secondsLeft)}
        </span>
      </h3>
      <p className="muted" title={`${done} of ${planned} conversations have ended`}>
        {cases.ended} of {casesText(cases.planned)}
        {failing > 0 && (
          <>
            , <span className="t-fail">{failing} failing</span>
          </>
        )}
      </p>
      <span
        className="progress"
        role="img"
        aria-label={`${passed} cases passed, ${failing} failed`}
      >
        <i className="p" style={{ width: share(passed, cases.planned) }} />
        <i className="f" style={{ width: share(failing, cases.planned) }} />
        <i
          className="n"
          style={{ width: share(Math.max(0, cases.ended - passed - failing), cases.planned) }}
        />
      </span>
      {canCancel && (
        <Allowed needs="runner" isSilent>
          <button
            type="button"
            className="btn s"
            disabled={cancel.isPending || connection !== "connected"}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </button>
        </Allowed>
      )}
    </div>
  );
}

function share(count: number, planned: number): string {
  return `${(100 * count) / Math.max(1, planned)}%`;
}
