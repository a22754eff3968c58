import { useQuery } from "@tanstack/react-query";
import { call } from "./api.ts";

/** Often enough for a pill to be right, and for a server that is away to be missed. */
const EVERY_MS = 1_500;

/**
 * What runs now, asked again and again while the tab is looked at. A stream would be one of the six connections that a
 * browser has for all tabs of a server.
 */
export function useRunning() {
  return useQuery({
    queryKey: ["running"],
    queryFn: ({ signal }) => call("GET /runs/running", { signal }),
    refetchInterval: EVERY_MS,
    // it is asked again anyway
    retry: false,
  });
}
