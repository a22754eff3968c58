import { createServer, type Server } from "node:http";
import { factsOf, portOf } from "./http-facts.ts";
import type { RequestPolicy } from "./request-policy.ts";

/** What programs ask of the server. */
export function apiServer({ policy, version }: { policy: RequestPolicy; version: string }): Server {
  return createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, (request, response) => {
    const [status, body] = answer();
    response
      .writeHead(status, {
        "Content-Type": "application/json",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
      })
      .end(JSON.stringify(body));

    function answer(): readonly [status: number, body: unknown] {
      const refusal = policy.refusal(factsOf(request), portOf(request));
      if (refusal !== undefined) return [refusal.status, { error: refusal.message }];
      if (request.url !== "/api/health") return [404, { error: "There is nothing here." }];
      if (request.method !== "GET") return [405, { error: "This is read by GET." }];
      return [200, { status: "ok", version }];
    }
  });
}
