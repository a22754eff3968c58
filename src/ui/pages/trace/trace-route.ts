import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { readTraceSearch, type TraceSearch } from "./trace-search.ts";

const component = () => import("./trace-page.tsx");
const validateSearch = (given: Record<string, unknown>): TraceSearch => readTraceSearch(given);

/** A conversation that was received. */
export const sessionTraceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/traces/$session",
  component: lazyRouteComponent(component, "SessionTracePage"),
  validateSearch,
  staticData: {
    crumbs: ({ session = "" }) => [
      { label: "Live", to: "/live" },
      { label: session, isId: true },
    ],
  },
});

/** A conversation of a run. */
export const runTraceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$run/cases/$evalId/trace",
  component: lazyRouteComponent(component, "RunTracePage"),
  validateSearch,
  staticData: {
    crumbs: ({ run = "", evalId = "" }) => [
      { label: "Runs", to: "/runs" },
      { label: run, to: `/runs/${encodeURIComponent(run)}`, isId: true },
      {
        label: evalId,
        to: `/runs/${encodeURIComponent(run)}/cases/${encodeURIComponent(evalId)}`,
        isId: true,
      },
      { label: "Trace" },
    ],
  },
});

export const chatTraceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/chats/$chat/trace",
  component: lazyRouteComponent(component, "ChatTracePage"),
  validateSearch,
  staticData: {
    crumbs: ({ chat = "" }) => [
      { label: "Agents", to: "/agents" },
      { label: chat, isId: true },
      { label: "Trace" },
    ],
  },
});
