import { adkNames, adkNeed } from "./adk-needs.ts";
import { apiNeeds } from "./api-needs.ts";
import { type Need, open, running, see } from "./need.ts";

/** What stands beside the table of routes. */
const others: Readonly<Record<string, Need>> = {
  // pages and their files hold no data
  "GET /*": open,
  "GET /healthz": open,
  "GET /readyz": open,
  "GET /metrics": see,
  "GET /api/v1/openapi.json": see,
  "GET /api/v1/runs/:run/events": see,
  "GET /auth/ways": open,
  "POST /auth/sign-in": open,
  "POST /auth/sign-out": open,
  "GET /auth/oidc": open,
  "GET /auth/oidc/callback": open,
};

/** The routes of agentevals, where `assay serve` has them. */
const agentevals: Readonly<Record<string, Need>> = {
  "GET /api/health": open,
  "GET /api/config": see,
  "GET /api/metrics": see,
  "POST /api/validate/eval-set": see,
  "POST /api/convert": see,
  "POST /api/evaluate": running("run"),
  "POST /api/evaluate/stream": running("run"),
  "POST /api/evaluate/json": running("run"),
  "POST /api/evaluate/json/stream": running("run"),
  "GET /api/streaming/sessions": see,
  "GET /api/streaming/sessions/:id/otlp": see,
  "POST /api/streaming/get-trace": see,
  "POST /api/streaming/create-eval-set": see,
  "POST /api/streaming/evaluate-sessions": running("run"),
};

const table: ReadonlyMap<string, Need> = new Map([
  ...Object.entries(apiNeeds).map(([name, need]) => [name.replace(" ", " /api/v1"), need] as const),
  ...Object.entries(others),
  ...Object.entries(agentevals),
]);

/** What a route needs, by its method and path; undefined for one that nobody wrote down, which nobody may call. */
export function needOf(name: string): Need | undefined {
  return table.get(name) ?? adkNeed(name);
}

/** Every route that has a line here. */
export const knownRoutes: readonly string[] = [...table.keys(), ...adkNames];
