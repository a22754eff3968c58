import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Problem } from "../../components/problem.tsx";
import { numberText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { timeText } from "../../lib/words.ts";

const SHOWN = 8;

/** Why a session cannot be shown, and which others were received. */
export function NoSession({ error }: { readonly error: Error }) {
  const { data } = useQuery({
    queryKey: ["sessions", "others"],
    queryFn: ({ signal }) => call("GET /sessions", { query: { limit: SHOWN }, signal }),
  });
  return (
    <div>
      <Problem error={error} />
      {data !== undefined && (
        <section className="sect" aria-label="Other sessions">
          <p>
            {data.all === 0
              ? "No session was received yet."
              : `${numberText(data.all)} ${data.all === 1 ? "session was" : "sessions were"} received under other ids.`}{" "}
            <Link to="/live">Live sessions</Link>
          </p>
          <ul>
            {data.sessions.map(({ id, user, agent, startedAt }) => (
              <li key={id} className="row line">
                <Link to="/traces/$session" params={{ session: id }} className="clip">
                  {user === null ? id : `“${user}”`}
                </Link>
                <span className="small muted">
                  {agent ?? "unknown agent"}
                  {startedAt === null ? "" : `, ${timeText(startedAt)}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
