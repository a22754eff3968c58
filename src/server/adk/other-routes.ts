import { workspaceAgents } from "../agents/workspace-agents.ts";
import { AdkRefusal, type AdkRoutes } from "./adk-route.ts";
import { devPaths } from "./dev-paths.ts";

/** What a client asks before anything else, and what it may ask in vain. */
export const otherRoutes: AdkRoutes = [
  [
    "GET",
    ["/list-apps"],
    async ({ parts }) => workspaceAgents(parts.agentsFolder).map(({ name }) => name),
  ],
  [
    "GET",
    ["/version"],
    async ({ parts }) => ({
      version: parts.version,
      language: "typescript",
      language_version: process.versions.node,
    }),
  ],
  ["GET", ["/health"], async () => ({ status: "ok" })],
  // nothing is ever sent, and whoever is asked again and again may stop asking
  ["GET", ["/config/telemetry"], async () => ({ telemetry: false })],
  ["POST", ["/config/telemetry"], async () => ({ telemetry: false })],
  [
    "GET",
    devPaths("/builder"),
    async () => new Response("", { headers: { "Content-Type": "text/plain" } }),
  ],
  [
    "POST",
    devPaths("/builder/save", "/builder/cancel"),
    () => refuse("Agents are changed in an editor."),
  ],
  ["GET", devPaths("/tests"), async () => []],
  ["GET", devPaths("/tests/:test"), () => refuse("Recorded tests of ADK are not kept here.")],
  ["PUT", devPaths("/tests/:test"), () => refuse("Recorded tests of ADK are not kept here.")],
  ["DELETE", devPaths("/tests/:test"), () => refuse("Recorded tests of ADK are not kept here.")],
  ["POST", devPaths("/tests/:test"), () => refuse("Recorded tests of ADK are not run here.")],
  ["GET", ["/run_live"], () => refuse("Live sessions over a WebSocket are not served here.")],
  ["POST", ["/agent-identity/finalize"], () => refuse("Nothing is signed in to here.")],
];

async function refuse(detail: string): Promise<never> {
  throw new AdkRefusal(400, detail);
}
