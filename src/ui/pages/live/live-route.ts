import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.ts";
import { type LiveSearch, readLiveSearch } from "./live-search.ts";

export const liveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/live",
  component: lazyRouteComponent(() => import("./live-page.tsx"), "LivePage"),
  validateSearch: (given: Record<string, unknown>): LiveSearch => readLiveSearch(given),
  staticData: { crumbs: () => [{ label: "Live" }] },
});
