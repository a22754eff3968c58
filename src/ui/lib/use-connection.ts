import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiProblem } from "./api.ts";
import { useRunning } from "./use-running.ts";

/** Whether the server answers. Away: what is on screen is what was last known, and nothing can be started. */
export type Connection = "connected" | "away" | "not-let-in" | "signed-out";

export function useConnection(): Connection {
  const { error, failureCount } = useRunning();
  if (error instanceof ApiProblem) {
    if (error.status !== 401) return "connected";
    return error.code === "server/sign-in" ? "signed-out" : "not-let-in";
  }
  return error !== null || failureCount > 0 ? "away" : "connected";
}

/** Asks for everything on screen again when a server that was away is back. */
export function useRefreshOnReturn(connection: Connection): void {
  const queries = useQueryClient();
  const before = useRef(connection);
  useEffect(() => {
    if (before.current !== "connected" && connection === "connected") {
      void queries.invalidateQueries();
    }
    before.current = connection;
  }, [connection, queries]);
}
