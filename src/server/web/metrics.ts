import type { Hono, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Meters } from "../../project/otel/metrics/meters.ts";
import { PROMETHEUS_TYPE, prometheusText } from "../../project/otel/metrics/prometheus-text.ts";

/** Counts what is answered, by the route and never by the address: ids would be a metric each. */
export function countRequests(meters: Meters): MiddlewareHandler {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const { status } = context.res;
    const found = matchedRoutes(context).find(({ method }) => method !== "ALL");
    const route = found?.path ?? "none";
    const labels = { method: context.req.method, route, status: String(status) };
    meters.add("assay_http_requests_total", 1, labels);
    meters.add("assay_http_request_seconds_total", (performance.now() - begun) / 1000, { route });
    if (status >= 500) meters.add("assay_http_errors_total", 1, { route });
  };
}

/** For Prometheus, which brings a token. */
export function serveMetrics(app: Hono, meters: Meters): void {
  app.get("/metrics", async (context) =>
    context.body(prometheusText(await meters.read()), 200, { "Content-Type": PROMETHEUS_TYPE }),
  );
}
