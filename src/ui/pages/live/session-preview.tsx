import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { Problem } from "../../components/problem.tsx";
import { AddToReview } from "../../components/review/add-to-review.tsx";
import { SaidTurns } from "../../components/said-turns.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { call } from "../../lib/api.ts";
import { type LiveSession, stateOf } from "./session-row.tsx";

interface PreviewProps {
  readonly session: LiveSession | undefined;
  /** How many it could be compared with. */
  readonly others: number;
}

/** The session that is chosen: what was said, what is wrong, and what can be made of it. */
export function SessionPreview({ session, others }: PreviewProps) {
  if (session === undefined) {
    return (
      <aside className="preview pane" aria-label="Selected session">
        <p className="empty muted">
          {others < 0
            ? "What is said and done in a session is shown here."
            : "Choose a session to see what was said and done."}
        </p>
      </aside>
    );
  }
  const { id, golden, agent, checks, isComplete, withoutContent } = session;
  return (
    <aside className="preview pane" aria-label="Selected session">
      <section className="sect">
        <h2>
          {golden && <Icon name="star" />}
          {golden ? `Golden for ${agent ?? "its agent"}` : (agent ?? "Unknown agent")}
        </h2>
        <p className="small mono clip" title={id}>
          {id}
        </p>
        <div className="btns">
          <Link className="btn" to="/traces/$session" params={{ session: id }}>
            Open the trace{" "}
            <span className="kbd" aria-hidden="true">
              t
            </span>
          </Link>
          {withoutContent === null && (
            <Allowed needs="editor">
              <Link
                className="btn"
                to="/traces/$session"
                params={{ session: id }}
                search={{ capture: true }}
              >
                Promote to case…{" "}
                <span className="kbd" aria-hidden="true">
                  c
                </span>
              </Link>
            </Allowed>
          )}
          <AddToReview of={{ session: id }} />
          {golden && (
            <Allowed needs="runner" isSilent>
              <ScoreOthers session={id} others={others} />
            </Allowed>
          )}
        </div>
      </section>
      <Said session={session} />
      <section className="sect">
        <h2>
          Checks <span className="small muted">no model, no reference needed</span>
        </h2>
        <ul className="ck">
          {checks.map((check) => (
            <li key={check.name}>
              <Glyph state={stateOf(check, isComplete)} />
              {check.name}
              <small>{check.words}</small>
            </li>
          ))}
        </ul>
      </section>
      {withoutContent !== null && (
        <section className="sect">
          <h2>
            <Glyph state="not-evaluated" isSilent /> No text
          </h2>
          <p className="muted">{withoutContent}</p>
        </section>
      )}
    </aside>
  );
}

function Said({ session: { id, spans } }: { readonly session: LiveSession }) {
  const asked = { session: id };
  const { data, error } = useQuery({
    // read anew when spans have come
    queryKey: ["trace", asked, spans],
    queryFn: ({ signal }) => call("GET /trace", { query: asked, signal }),
  });
  if (error !== null) return <Problem error={error} />;
  return (
    <section className="sect">
      <h2>{data === undefined ? "Turns" : plural(data.view.turns.length, "turn")}</h2>
      <SaidTurns turns={data?.view.turns ?? []} />
    </section>
  );
}

function ScoreOthers({ session, others }: { readonly session: string; readonly others: number }) {
  const navigate = useNavigate();
  const scoring = useMutation({
    mutationFn: () => call("POST /sessions/:session/score", { params: { session }, body: {} }),
    onSuccess: ({ runId }) => navigate({ to: "/runs/$run", params: { run: runId } }),
  });
  return (
    <>
      <button
        type="button"
        className="btn primary"
        disabled={others < 1 || scoring.isPending}
        onClick={() => scoring.mutate()}
      >
        {scoring.isPending ? "Scoring…" : "Score the others against this"}
      </button>
      {scoring.error !== null && (
        <p className="small t-fail" role="alert">
          {scoring.error.message}
        </p>
      )}
    </>
  );
}
