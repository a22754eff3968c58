import { useConnection, useRefreshOnReturn } from "../../lib/use-connection.ts";

const words = {
  connected: "Connected",
  away: "Not connected",
  "not-let-in": "Not let in",
  "signed-out": "Signed out",
};

/** Whether the server answers, in the top bar. */
export function ConnectionMark() {
  const connection = useConnection();
  useRefreshOnReturn(connection);
  return (
    <span className={connection === "connected" ? "conn wide" : "conn is-away"}>
      {words[connection]}
    </span>
  );
}
