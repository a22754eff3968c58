import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";

export const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/agents",
  component: lazyRouteComponent(() => import("./agents-page.tsx"), "AgentsPage"),
  staticData: { crumbs: () => [{ label: "Agents" }] },
});

export const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/agents/$agent",
  component: lazyRouteComponent(() => import("./agent-page.tsx"), "AgentPage"),
  staticData: {
    crumbs: ({ agent = "" }) => [
      { label: "Agents", to: "/agents" },
      { label: agent, isId: true },
    ],
  },
});
