import type { IncomingMessage } from "node:http";
import type { RequestFacts } from "./request-policy.ts";

/** What a policy asks of a request over HTTP/1.1. Node keeps only the first of several Host headers. */
export function factsOf({ headers, rawHeaders }: IncomingMessage): RequestFacts {
  const hosts = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "host",
  );
  const { origin, authorization } = headers;
  const fetchSite = headers["sec-fetch-site"];
  return {
    hosts,
    origin,
    authorization,
    fetchSite: Array.isArray(fetchSite) ? fetchSite.join() : fetchSite,
  };
}

/** The port that it came in by. */
export function portOf({ socket }: IncomingMessage): number {
  return socket.localPort ?? 0;
}
