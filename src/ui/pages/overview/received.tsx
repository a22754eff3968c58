import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { call } from "../../lib/api.ts";

/** What agents sent by themselves, where any did. */
export function Received() {
  const { data } = useQuery({
    queryKey: ["sessions", "newest"],
    queryFn: ({ signal }) => call("GET /sessions", { query: { limit: 200 }, signal }),
    refetchInterval: 10_000,
  });
  if (data === undefined || data.count === 0) return null;
  const { sessions, count, receiver } = data;
  const failing = sessions.filter(({ checks }) => checks.some(({ isFine }) => isFine === false));
  return (
    <div className="sect">
      <h2>Traces</h2>
      <p className="muted">
        {plural(count, "session")} received
        {receiver.http !== null && ` by ${new URL(receiver.http).host}`}.{" "}
        {failing.length === 0
          ? "No check fails."
          : `${failing.length} of ${sessions.length < count ? `the newest ${sessions.length}` : count} fail${failing.length === 1 ? "s" : ""} a check.`}{" "}
        <Link to="/live">Open Live</Link>
      </p>
    </div>
  );
}
